package qdrant

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/qdrant/go-client/qdrant"

	"legomem/lists"
	"legomem/membank/store"
)

// The keys of a point's payload. Fields are nested under keyFields, so that none is
// mistaken for one of ours.
const (
	keyTenant  = "tenant"
	keyID      = "id"
	keyText    = "text"
	keyFields  = "fields"
	keyPayload = "payload" // base64
	// keyVersion is a token that every write changes, keyBorn the token of the Upsert
	// that made the record, and keyPast the last tokens before the current one; see
	// amend.go.
	keyVersion = "version"
	keyBorn    = "born"
	keyPast    = "past"
)

// wordsVector is the vector of lexical search.
const wordsVector = "words"

// denseVector names the vector of an embedding. The name depends on the model, so that
// the server itself refuses a vector of the model a collection had before.
func denseVector(e store.Embedding) string {
	sum := sha256.Sum256([]byte(e.Model + "\x00" + strconv.Itoa(e.Dim)))
	return densePrefix + hex.EncodeToString(sum[:4])
}

const densePrefix = "dense-"

// namespace is the UUID namespace of our points.
var namespace = uuid.MustParse("6c65676f-6d65-5d62-8b3a-71647261746e")

// pointID derives the id that Qdrant needs from a record's id. Lengths precede the
// names, so that no two triples are written the same.
func pointID(at store.Scope, id string) *qdrant.PointId {
	name := fmt.Sprintf("%d:%s%d:%s%s", len(at.Tenant), at.Tenant, len(at.Collection), at.Collection, id)
	return qdrant.NewIDUUID(uuid.NewSHA1(namespace, []byte(name)).String())
}

func pointIDs(at store.Scope, ids []string) []*qdrant.PointId {
	return lists.Map(ids, func(id string) *qdrant.PointId { return pointID(at, id) })
}

// toPoint is the record as a point. The part adds the tenant.
func toPoint(at store.Scope, e store.Embedding, r store.Record, token string) (*qdrant.PointStruct, error) {
	if err := r.Check(e); err != nil {
		return nil, err
	}
	if err := spellable(r); err != nil {
		return nil, err
	}
	vectors := map[string]*qdrant.Vector{}
	if len(r.Vector) > 0 {
		vectors[denseVector(e)] = qdrant.NewVectorDense(store.Unit(r.Vector))
	}
	if w := ofText(at.Tenant, r.Text); len(w.indices) > 0 {
		vectors[wordsVector] = qdrant.NewVectorSparse(w.indices, w.values)
	}
	return &qdrant.PointStruct{
		Id:      pointID(at, r.ID),
		Vectors: qdrant.NewVectorsMap(vectors),
		Payload: map[string]*qdrant.Value{
			keyID:      qdrant.NewValueString(r.ID),
			keyText:    qdrant.NewValueString(r.Text),
			keyFields:  fieldsValue(r.Fields),
			keyPayload: qdrant.NewValueString(base64.StdEncoding.EncodeToString(r.Payload)),
			keyVersion: qdrant.NewValueString(token),
			keyBorn:    qdrant.NewValueString(token),
		},
	}, nil
}

// spellable returns an error for strings that cannot be sent: the protocol takes only
// UTF-8, and a record is kept unchanged or not at all.
func spellable(r store.Record) error {
	if !utf8.ValidString(r.ID) || !utf8.ValidString(r.Text) {
		return fmt.Errorf("record %q: its id or its text is not UTF-8, which a Qdrant server cannot keep", r.ID)
	}
	for name, value := range r.Fields {
		if !utf8.ValidString(value) {
			return fmt.Errorf("record %s: its field %s is not UTF-8, which a Qdrant server cannot keep", r.ID, name)
		}
	}
	return nil
}

func fieldsValue(fields map[string]string) *qdrant.Value {
	values := map[string]*qdrant.Value{}
	for name, value := range fields {
		values[name] = qdrant.NewValueString(value)
	}
	return qdrant.NewValueFromFields(values)
}

// toRecord reads a record back, without its vector.
func toRecord(payload map[string]*qdrant.Value) (store.Record, error) {
	r := store.Record{
		ID:     payload[keyID].GetStringValue(),
		Text:   payload[keyText].GetStringValue(),
		Fields: fieldsOf(payload),
	}
	b, err := base64.StdEncoding.DecodeString(payload[keyPayload].GetStringValue())
	if err != nil || r.ID == "" {
		return r, fmt.Errorf("record %q on the server is damaged or was not written by legomem", r.ID)
	}
	if len(b) > 0 {
		r.Payload = b
	}
	return r, nil
}

// fieldsOf are a point's fields; nil where there are none.
func fieldsOf(payload map[string]*qdrant.Value) map[string]string {
	var fields map[string]string
	for name, value := range payload[keyFields].GetStructValue().GetFields() {
		if fields == nil {
			fields = map[string]string{}
		}
		fields[name] = value.GetStringValue()
	}
	return fields
}

// dense is a point's dense vector, or nil.
func dense(vectors *qdrant.VectorsOutput) []float32 {
	for name, v := range vectors.GetVectors().GetVectors() {
		if strings.HasPrefix(name, densePrefix) {
			return v.GetDenseVector().GetData()
		}
	}
	return nil
}
