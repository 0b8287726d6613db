package main

// check is one item of an evaluation.
type check struct {
	Function string         `json:"function"`
	Args     map[string]any `json:"args"`
}

// fileHas checks that a file has every keyword.
func fileHas(docType, file string, keywords ...string) check {
	return check{"evaluate_contain", map[string]any{"doc_type": docType, "file": file, "keywords": keywords}}
}

// lacks passes when a file does not hold the keyword.
func lacks(docType, file, keyword string) check {
	return check{"evaluate_not_contain", map[string]any{"doc_type": docType, "file": file, "keywords": []string{keyword}}}
}

// mailed checks that a user's mailbox has every keyword.
func mailed(user string, keywords ...string) check {
	return check{"evaluate_contain", map[string]any{"doc_type": "email", "username": user, "keywords": keywords}}
}

// attached checks that a user's mailbox has a mail with the file attached.
func attached(user, subject, file string) check {
	return fileHas("txt", "emails/"+user+"/"+subject+".eml", "filename="+file)
}

// same checks that a workbook equals the reference of that name, cell by cell.
func same(file, reference string) check {
	return check{"evaluate_exact_match", map[string]any{"doc_type": "xlsx", "result_file": file,
		"expected_file": "../../../../reference/" + reference}}
}

// expect checks that a workbook in data holds these rows, which become the reference.
func (t *task) expect(file string, rows []row) check {
	data, err := workbook(rows)
	if err != nil && t.bed.err == nil {
		t.bed.err = err
	}
	t.reference[file] = data
	return same("data/"+file, file)
}
