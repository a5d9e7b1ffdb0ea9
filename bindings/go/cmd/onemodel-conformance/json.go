package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
)

// A member is one member of a JSON object, whose order the corpus gives a meaning.
type member struct {
	name  string
	value any
}

// An object is a JSON object in the order of its text. The other values are []any, string, json.Number, bool and nil.
type object []member

// parseJSON reads one JSON text.
func parseJSON(text []byte) (any, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	value, err := readValue(decoder)
	if err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, fmt.Errorf("there is more than one JSON value")
	}
	return value, nil
}

func readValue(decoder *json.Decoder) (any, error) {
	token, err := decoder.Token()
	if err != nil {
		return nil, err
	}
	switch token {
	case json.Delim('{'):
		members := object{}
		for decoder.More() {
			name, err := decoder.Token()
			if err != nil {
				return nil, err
			}
			value, err := readValue(decoder)
			if err != nil {
				return nil, err
			}
			members = append(members, member{name.(string), value})
		}
		_, err := decoder.Token()
		return members, err
	case json.Delim('['):
		elements := []any{}
		for decoder.More() {
			value, err := readValue(decoder)
			if err != nil {
				return nil, err
			}
			elements = append(elements, value)
		}
		_, err := decoder.Token()
		return elements, err
	default:
		return token, nil
	}
}

// A malformed value ends the reading of a file; it is thrown by panic.
type malformed struct {
	path, message string
}

func (m malformed) Error() string {
	return m.path + ": " + m.message
}

// A cursor is a JSON value and where it stands.
type cursor struct {
	path  string
	value any
}

func (c cursor) fail(format string, arguments ...any) {
	panic(malformed{c.path, fmt.Sprintf(format, arguments...)})
}

func (c cursor) members() object {
	members, ok := c.value.(object)
	if !ok {
		c.fail("expected an object")
	}
	return members
}

// find gives a member; the second result says whether there is one.
func (c cursor) find(name string) (cursor, bool) {
	for _, member := range c.members() {
		if member.name == name {
			return cursor{c.path + "." + name, member.value}, true
		}
	}
	return cursor{}, false
}

func (c cursor) at(name string) cursor {
	value, ok := c.find(name)
	if !ok {
		c.fail("%q is missing", name)
	}
	return value
}

// each calls read with every member, in order.
func (c cursor) each(read func(name string, value cursor)) {
	for _, member := range c.members() {
		read(member.name, cursor{c.path + "." + member.name, member.value})
	}
}

func (c cursor) elements() []cursor {
	values, ok := c.value.([]any)
	if !ok {
		c.fail("expected an array")
	}
	elements := make([]cursor, len(values))
	for i, value := range values {
		elements[i] = cursor{c.path, value}
	}
	return elements
}

func (c cursor) isArray() bool {
	_, ok := c.value.([]any)
	return ok
}

func (c cursor) text() string {
	text, ok := c.value.(string)
	if !ok {
		c.fail("expected a string")
	}
	return text
}

func (c cursor) boolean() bool {
	value, ok := c.value.(bool)
	if !ok {
		c.fail("expected true or false")
	}
	return value
}

// integer reads an integer of 64 bits, signed or not: a number, or its decimal text in a string.
func (c cursor) integer(signed bool) uint64 {
	var digits string
	switch value := c.value.(type) {
	case json.Number:
		digits = value.String()
	case string:
		digits = value
	}
	var value uint64
	var err error
	if signed {
		var number int64
		number, err = strconv.ParseInt(digits, 10, 64)
		value = uint64(number)
	} else {
		value, err = strconv.ParseUint(digits, 10, 64)
	}
	if err != nil {
		c.fail("expected an integer of 64 bits")
	}
	return value
}

func (c cursor) int64() int64 {
	return int64(c.integer(true))
}

// int32 reads an integer that is a count or a version.
func (c cursor) int32() int64 {
	value := c.int64()
	if value < 0 || value > math.MaxInt32 {
		c.fail("expected an integer from 0 to 2^31-1")
	}
	return value
}

// number reads a number as binary64.
func (c cursor) number() float64 {
	digits, ok := c.value.(json.Number)
	if !ok {
		c.fail("expected a number")
	}
	value, err := digits.Float64()
	if err != nil {
		c.fail("%v", err)
	}
	return value
}

// hexadecimal reads bits written as "0x" and digits.
func (c cursor) hexadecimal(bits int) uint64 {
	text := c.text()
	if len(text) != 2+(bits+3)/4 || text[:2] != "0x" {
		c.fail("expected \"0x\" and %d digits", (bits+3)/4)
	}
	value, err := strconv.ParseUint(text[2:], 16, 64)
	if err != nil {
		c.fail("%v", err)
	}
	return value
}

// list reads an array element by element.
func list[T any](c cursor, read func(cursor) T) []T {
	values := []T{}
	for _, element := range c.elements() {
		values = append(values, read(element))
	}
	return values
}
