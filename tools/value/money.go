package value

import (
	"fmt"
	"strings"
)

const currencyCodes = `USD|EUR|GBP|JPY|CHF|CAD|AUD|NZD|CNY|INR|SEK|NOK|DKK|PLN|CZK|HUF|BRL|MXN|ZAR|SGD|HKD|KRW`

var amount = needing(`([-−]?)(?:(US\$|[$€£₹]|(?:`+currencyCodes+`|usd|eur|gbp)[ ]?)[ ]?)?([-−]?`+digits+`)`+
	`(?:[ ]?(?i:(k|bn|thousand|million|billion)|(m))\b)?(?:[ ]?(US\$|[$€£₹]|`+currencyCodes+`|usd|eur|gbp|(?i:(?:US )?dollars?|euros?)))?`,
	append(strings.Split(strings.ToLower(currencyCodes), "|"), "$", "€", "£", "₹", "dollar", "euro")...)

// readMoney finds amounts with their currency, before or after. A $ alone means
// US dollars; ¥ and the word pounds are ambiguous, and are not read.
func readMoney(text string) []reading {
	var all []reading
	scan(amount, text, `.,:\@`, func(m match) {
		if m.has(2) || m.has(6) {
			all = append(all, m.money())
		}
	})
	return all
}

func (m match) money() reading {
	currency, ok := agreed(strings.TrimSpace(m.group(2)), m.group(6))
	if !ok {
		return m.no(Money, "two currencies are named")
	}
	d, ok := parseDecimal(m.group(3))
	if !ok || m.group(1) != "" && d.negative {
		return m.no(Money, "its number is malformed")
	}
	d.negative = d.negative || m.group(1) != "" && d.String() != "0"
	scale := scales[m.lower(4)+m.lower(5)]
	if m.has(5) && !m.has(2) {
		return m.no(Money, "m may be metres or millions")
	}
	if len(d.frac) > minorDigits(currency) && scale == 0 {
		return m.no(Money, "a point with three digits may part thousands or decimals")
	}
	return m.mention(Money, currency+" "+d.shift(scale).format(minorDigits(currency), false))
}

// agreed is the currency of an amount by the signs before and after it.
func agreed(before, behind string) (string, bool) {
	a, b := currencyOf(before), currencyOf(behind)
	switch {
	case a == "":
		return b, b != ""
	case b == "" || a == b:
		return a, true
	case before == "$" && strings.HasSuffix(b, "D"): // $300 CAD
		return b, true
	}
	return "", false
}

func currencyOf(sign string) string {
	switch strings.ToLower(sign) {
	case "$", "us$", "dollar", "dollars", "us dollar", "us dollars":
		return "USD"
	case "€", "euro", "euros":
		return "EUR"
	case "£":
		return "GBP"
	case "₹":
		return "INR"
	}
	return strings.ToUpper(sign)
}

// minorDigits counts the decimals that amounts of a currency have.
func minorDigits(currency string) int {
	if currency == "JPY" || currency == "KRW" {
		return 0
	}
	return 2
}

// splitMoney splits a canonical amount into currency and number.
func splitMoney(canon string) (string, decimal, error) {
	currency, number, ok := strings.Cut(canon, " ")
	d, isNumber := parseDecimal(number)
	if !ok || !isNumber || !isCode(currency) {
		return "", decimal{}, fmt.Errorf("%q is no canonical amount, as in USD 300.00", canon)
	}
	return currency, d, nil
}

func isCode(s string) bool {
	return len(s) == 3 && strings.Contains("|"+currencyCodes+"|", "|"+s+"|")
}
