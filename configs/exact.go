package configs

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// exactly refuses values that the decoder would bend to fit (a fraction dropped, a yes
// read as 1, a bare number as nanoseconds), and names what is accepted. Values from the
// environment are texts, so a text that parses as the type is accepted.
func exactly(_, to reflect.Type, value any) (any, error) {
	fits, accepted := true, ""
	switch {
	case to == reflect.TypeFor[time.Duration]():
		fits, accepted = isDuration(value), "a time with its unit, such as 90s or 10m"
	case to.Kind() == reflect.Bool:
		fits, accepted = isBool(value), "true or false"
	case to.Kind() >= reflect.Int && to.Kind() <= reflect.Int64:
		fits, accepted = isWhole(value), "a whole number"
	case to.Kind() == reflect.Float64:
		fits, accepted = isNumber(value), "a number"
	case to.Kind() == reflect.String:
		fits, accepted = isText(value), "a text"
	}
	if !fits {
		return nil, fmt.Errorf("it is %v; accepted: %s", shown(value), accepted)
	}
	switch v := value.(type) {
	case time.Time: // YAML's reading of a bare day
		return v.Format(time.DateOnly), nil
	case string:
		if to.Kind() != reflect.String {
			return strings.TrimSpace(v), nil
		}
	}
	return value, nil
}

func shown(value any) any {
	if s, ok := value.(string); ok {
		return strconv.Quote(s)
	}
	return value
}

func isDuration(value any) bool {
	switch v := value.(type) {
	case time.Duration:
		return true
	case string:
		_, err := time.ParseDuration(strings.TrimSpace(v))
		return err == nil
	}
	return false
}

func isBool(value any) bool {
	switch v := value.(type) {
	case bool:
		return true
	case string:
		_, err := strconv.ParseBool(strings.TrimSpace(v))
		return err == nil
	}
	return false
}

func isWhole(value any) bool {
	switch v := value.(type) {
	case int, int64:
		return true
	case float64:
		return v == math.Trunc(v) && math.Abs(v) < 1<<53
	case string:
		_, err := strconv.ParseInt(strings.TrimSpace(v), 10, 64)
		return err == nil
	}
	return false
}

func isNumber(value any) bool {
	switch v := value.(type) {
	case int, int64, float64:
		return true
	case string:
		_, err := strconv.ParseFloat(strings.TrimSpace(v), 64)
		return err == nil
	}
	return false
}

// isText also accepts what YAML reads as another type when unquoted, such as a date or a
// model's name made of digits.
func isText(value any) bool {
	switch value.(type) {
	case string, int, int64, float64, time.Time, nil:
		return true
	}
	return false
}
