package table

import (
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"strconv"
	"strings"
)

// Expression is a small formula over named values, such as
// `IF({Unit} == "day", 8, 1) * {Hours}`: + - * / %, comparisons, && || !,
// texts in double quotes, and functions with the names they have in spreadsheets.
// It is read by Go's own parser; only these forms are evaluated.
type Expression struct {
	root  ast.Expr
	names map[string]string // identifier: the name in braces it stands for
}

const maxExpression = 4096

// ParseExpression reads an expression. Names in braces may hold anything; one
// that is a plain word needs no braces.
func ParseExpression(text string) (*Expression, error) {
	if len(text) > maxExpression {
		return nil, errorf("bad_arguments", "the expression has %d characters, over the cap of %d", len(text), maxExpression)
	}
	e := &Expression{names: map[string]string{}}
	root, err := parser.ParseExpr(strings.TrimPrefix(e.replaceNames(text), "="))
	if err != nil {
		return nil, errorf("bad_arguments", "%q is no expression (%v); write for example ROUND({price} * 1.5, 2) or IF({score} >= 90, \"A\", \"B\")", text, err)
	}
	e.root = root
	return e, nil
}

// replaceNames puts an identifier in place of each name in braces, outside
// texts.
func (e *Expression) replaceNames(text string) string {
	var b strings.Builder
	quoted := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\' && i+1 < len(text):
			b.WriteString(text[i : i+2])
			i++
			continue
		case c == '"':
			quoted = !quoted
		case c == '{' && !quoted:
			if end := strings.IndexByte(text[i:], '}'); end > 0 {
				id := "name" + strconv.Itoa(len(e.names)) + "_"
				e.names[id] = strings.TrimSpace(text[i+1 : i+end])
				b.WriteString(id)
				i += end
				continue
			}
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// Names gives the value of a name, or an error that lists the names there are.
type Names func(name string) (any, error)

// Eval computes the expression.
func (e *Expression) Eval(names Names) (any, error) { return e.eval(e.root, names) }

func (e *Expression) eval(n ast.Expr, names Names) (any, error) {
	switch x := n.(type) {
	case *ast.ParenExpr:
		return e.eval(x.X, names)
	case *ast.BasicLit:
		return literal(x)
	case *ast.Ident:
		return e.name(x.Name, names)
	case *ast.UnaryExpr:
		return e.unary(x, names)
	case *ast.BinaryExpr:
		return e.binary(x, names)
	case *ast.CallExpr:
		return e.call(x, names)
	}
	return nil, errorf("bad_arguments", "this form of expression is not known; use names, numbers, texts in double quotes, operators and functions")
}

func literal(x *ast.BasicLit) (any, error) {
	switch x.Kind {
	case token.STRING:
		s, err := strconv.Unquote(x.Value)
		if err != nil {
			return nil, errorf("bad_arguments", "%s is no text", x.Value)
		}
		return s, nil
	case token.INT, token.FLOAT:
		f, err := strconv.ParseFloat(x.Value, 64)
		if err != nil {
			return nil, errorf("bad_arguments", "%s is no number", x.Value)
		}
		return f, nil
	}
	return nil, errorf("bad_arguments", "%s is neither a number nor a text in double quotes", x.Value)
}

func (e *Expression) name(id string, names Names) (any, error) {
	if name, ok := e.names[id]; ok {
		return names(name)
	}
	switch strings.ToLower(id) {
	case "true":
		return true, nil
	case "false":
		return false, nil
	}
	return names(id)
}

func (e *Expression) unary(x *ast.UnaryExpr, names Names) (any, error) {
	v, err := e.eval(x.X, names)
	if err != nil {
		return nil, err
	}
	switch x.Op {
	case token.NOT:
		return !truth(v), nil
	case token.ADD, token.SUB:
		n, err := number(v)
		if x.Op == token.SUB {
			n = -n
		}
		return Clean(n), err
	}
	return nil, errorf("bad_arguments", "operator %s is not known here", x.Op)
}

var comparisons = map[token.Token]string{
	token.EQL: "eq", token.NEQ: "ne", token.LSS: "lt", token.LEQ: "le", token.GTR: "gt", token.GEQ: "ge",
}

func (e *Expression) binary(x *ast.BinaryExpr, names Names) (any, error) {
	left, err := e.eval(x.X, names)
	if err != nil {
		return nil, err
	}
	if (x.Op == token.LAND && !truth(left)) || (x.Op == token.LOR && truth(left)) {
		return truth(left), nil
	}
	right, err := e.eval(x.Y, names)
	if err != nil {
		return nil, err
	}
	if x.Op == token.LAND || x.Op == token.LOR {
		return truth(right), nil
	}
	if op, ok := comparisons[x.Op]; ok {
		holds, comparable, err := Holds(left, op, right)
		if err == nil && !comparable {
			err = errorf("bad_arguments", "cannot order %q and %q", Text(left), Text(right))
		}
		return holds, err
	}
	return arithmetic(left, x.Op, right)
}

func arithmetic(left any, op token.Token, right any) (any, error) {
	if op == token.ADD && !numeric(left, right) {
		return concatenate(Text(left), Text(right))
	}
	a, errA := number(left)
	b, errB := number(right)
	if errA != nil || errB != nil {
		if errA == nil {
			errA = errB
		}
		return nil, errA
	}
	switch op {
	case token.ADD:
		return Clean(a + b), nil
	case token.SUB:
		return Clean(a - b), nil
	case token.MUL:
		return Clean(a * b), nil
	case token.QUO, token.REM:
		if b == 0 {
			return nil, errorf("bad_arguments", "division of %s by zero", Text(left))
		}
		if op == token.REM {
			return Clean(math.Mod(a, b)), nil
		}
		return Clean(a / b), nil
	}
	return nil, errorf("bad_arguments", "operator %s is not known here", op)
}

// numeric reports whether all values are numbers or booleans.
func numeric(values ...any) bool {
	for _, v := range values {
		_, isBool := v.(bool)
		if _, isNumber := Number(v); !isNumber && !isBool {
			return false
		}
	}
	return true
}

func concatenate(a, b string) (any, error) {
	if len(a)+len(b) > maxJoined {
		return nil, errorf("too_large", "the expression makes a text of more than %d bytes", maxJoined)
	}
	return a + b, nil
}

func number(v any) (float64, error) {
	if b, ok := v.(bool); ok {
		if b {
			return 1, nil
		}
		return 0, nil
	}
	if n, ok := Number(v); ok {
		return n, nil
	}
	if Empty(v) {
		return 0, errorf("bad_arguments", "an empty value where a number is wanted")
	}
	return 0, errorf("bad_arguments", "%q is no number", Text(v))
}

func truth(v any) bool {
	if b, ok := v.(bool); ok {
		return b
	}
	n, ok := Number(v)
	return ok && n != 0
}

func (e *Expression) call(x *ast.CallExpr, names Names) (any, error) {
	id, ok := x.Fun.(*ast.Ident)
	if !ok {
		return nil, errorf("bad_arguments", "only functions by name can be called")
	}
	name := strings.ToUpper(id.Name)
	if name == "IF" {
		return e.choose(x.Args, names)
	}
	var args []any
	for _, a := range x.Args {
		v, err := e.eval(a, names)
		if err != nil {
			return nil, err
		}
		args = append(args, v)
	}
	return callFunction(name, args)
}

// choose evaluates only the branch it takes.
func (e *Expression) choose(args []ast.Expr, names Names) (any, error) {
	if len(args) != 3 {
		return nil, errorf("bad_arguments", "IF takes a condition and two values, not %d arguments", len(args))
	}
	condition, err := e.eval(args[0], names)
	if err != nil {
		return nil, err
	}
	if truth(condition) {
		return e.eval(args[1], names)
	}
	return e.eval(args[2], names)
}

func callFunction(name string, args []any) (any, error) {
	switch name {
	case "SUM", "MIN", "MAX", "AVERAGE", "MEDIAN":
		var flat []any
		for _, a := range args {
			flat = append(flat, List(a)...)
		}
		out, err := Aggregate(flat, strings.ToLower(name))
		return out.Value, err
	case "ABS", "SQRT", "ROUND", "ROUNDDOWN", "ROUNDUP", "FLOOR", "CEIL":
		return callNumeric(name, args)
	case "LEN", "LOWER", "UPPER", "TRIM":
		return callText(name, args)
	}
	return nil, errorf("bad_arguments", "no function %s; there are: IF, SUM, MIN, MAX, AVERAGE, MEDIAN, ABS, SQRT, ROUND, ROUNDDOWN, ROUNDUP, FLOOR, CEIL, LEN, LOWER, UPPER, TRIM", name)
}

func callNumeric(name string, args []any) (any, error) {
	rounds := strings.HasPrefix(name, "ROUND")
	if len(args) != 1 && (!rounds || len(args) != 2) {
		return nil, errorf("bad_arguments", "%s takes a number%s, not %d arguments", name, map[bool]string{true: " and the decimals"}[rounds], len(args))
	}
	n, err := number(args[0])
	if err != nil {
		return nil, err
	}
	decimals := 0.0
	if len(args) == 2 {
		if decimals, err = number(args[1]); err != nil {
			return nil, err
		}
	}
	switch name {
	case "ABS":
		n = math.Abs(n)
	case "SQRT":
		if n < 0 {
			return nil, errorf("bad_arguments", "no square root of %s", Text(n))
		}
		n = math.Sqrt(n)
	case "FLOOR":
		n = math.Floor(n)
	case "CEIL":
		n = math.Ceil(n)
	default:
		n, err = Round(n, int(decimals), strings.ToLower(strings.TrimPrefix(name, "ROUND")))
	}
	return Clean(n), err
}

func callText(name string, args []any) (any, error) {
	if len(args) != 1 {
		return nil, errorf("bad_arguments", "%s takes one value, not %d", name, len(args))
	}
	s := Text(args[0])
	switch name {
	case "LEN":
		return int64(len([]rune(s))), nil
	case "LOWER":
		return strings.ToLower(s), nil
	case "UPPER":
		return strings.ToUpper(s), nil
	}
	return strings.TrimSpace(s), nil
}

// Row gives an expression or a template the values of a row, by header.
func (t *Table) Row(r Row) Names {
	return func(name string) (any, error) {
		column, err := t.Column(name)
		if err != nil {
			return nil, err
		}
		return r.Value(column), nil
	}
}
