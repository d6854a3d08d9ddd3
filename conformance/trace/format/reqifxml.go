package format

import (
	"encoding/xml"
	"fmt"
	"strings"
)

// The elements of ReqIF, in the order in which its schema wants those whose
// order matters.

type reqifDocument struct {
	XMLName xml.Name `xml:"REQ-IF"`
	Space   string   `xml:"xmlns,attr"`
	XHTML   string   `xml:"xmlns:xhtml,attr"`
	Lang    string   `xml:"xml:lang,attr"`
	Header  struct {
		Identifier string `xml:"IDENTIFIER,attr"`
		Comment    string `xml:"COMMENT"`
		Created    string `xml:"CREATION-TIME"`
		Repository string `xml:"REPOSITORY-ID"`
		Tool       string `xml:"REQ-IF-TOOL-ID"`
		Version    string `xml:"REQ-IF-VERSION"`
		Source     string `xml:"SOURCE-TOOL-ID"`
		Title      string `xml:"TITLE"`
	} `xml:"THE-HEADER>REQ-IF-HEADER"`
	Content reqifContent `xml:"CORE-CONTENT>REQ-IF-CONTENT"`
}

type reqifContent struct {
	Datatypes      reqifAny             `xml:"DATATYPES"`
	Types          reqifAny             `xml:"SPEC-TYPES"`
	Objects        []reqifObject        `xml:"SPEC-OBJECTS>SPEC-OBJECT"`
	Relations      []reqifRelation      `xml:"SPEC-RELATIONS>SPEC-RELATION"`
	Specifications []reqifSpecification `xml:"SPECIFICATIONS>SPECIFICATION"`
}

// reqifAny holds elements that bring their own names.
type reqifAny struct{ All []any }

// reqifIdentity is what everything that can be referred to has.
type reqifIdentity struct {
	Identifier string `xml:"IDENTIFIER,attr"`
	Changed    string `xml:"LAST-CHANGE,attr"`
	Name       string `xml:"LONG-NAME,attr,omitempty"`
}

type reqifString struct {
	XMLName xml.Name `xml:"DATATYPE-DEFINITION-STRING"`
	reqifIdentity
	Max int `xml:"MAX-LENGTH,attr"`
}

type reqifXHTML struct {
	XMLName xml.Name `xml:"DATATYPE-DEFINITION-XHTML"`
	reqifIdentity
}

type reqifEnumeration struct {
	XMLName xml.Name `xml:"DATATYPE-DEFINITION-ENUMERATION"`
	reqifIdentity
	Values []reqifEnumValue `xml:"SPECIFIED-VALUES>ENUM-VALUE"`
}

type reqifEnumValue struct {
	reqifIdentity
	Properties struct {
		Key   int    `xml:"KEY,attr"`
		Other string `xml:"OTHER-CONTENT,attr"`
	} `xml:"PROPERTIES>EMBEDDED-VALUE"`
}

// reqifType is a SPEC-OBJECT-TYPE, a SPEC-RELATION-TYPE or a SPECIFICATION-TYPE.
type reqifType struct {
	XMLName xml.Name
	reqifIdentity
	Attributes *reqifAny `xml:"SPEC-ATTRIBUTES"`
}

type reqifDefinition struct {
	XMLName xml.Name
	reqifIdentity
	Multi string       `xml:"MULTI-VALUED,attr,omitempty"`
	Type  reqifWrapped `xml:"TYPE"`
}

// reqifWrapped is a reference in an element that says what it refers to.
type reqifWrapped struct{ Reference reqifReference }

type reqifReference struct {
	XMLName xml.Name
	To      string `xml:",chardata"`
}

func refer(element, to string) reqifWrapped {
	return reqifWrapped{reqifReference{xml.Name{Local: element}, to}}
}

type reqifObject struct {
	reqifIdentity
	Values reqifAny     `xml:"VALUES"`
	Type   reqifWrapped `xml:"TYPE"`
}

type reqifTextValue struct {
	XMLName    xml.Name     `xml:"ATTRIBUTE-VALUE-STRING"`
	Value      string       `xml:"THE-VALUE,attr"`
	Definition reqifWrapped `xml:"DEFINITION"`
}

type reqifRichValue struct {
	XMLName    xml.Name     `xml:"ATTRIBUTE-VALUE-XHTML"`
	Definition reqifWrapped `xml:"DEFINITION"`
	Value      string       `xml:"THE-VALUE>xhtml:div"`
}

type reqifChoice struct {
	XMLName    xml.Name     `xml:"ATTRIBUTE-VALUE-ENUMERATION"`
	Definition reqifWrapped `xml:"DEFINITION"`
	Values     []string     `xml:"VALUES>ENUM-VALUE-REF"`
}

type reqifRelation struct {
	reqifIdentity
	Source string       `xml:"SOURCE>SPEC-OBJECT-REF"`
	Target string       `xml:"TARGET>SPEC-OBJECT-REF"`
	Type   reqifWrapped `xml:"TYPE"`
}

type reqifSpecification struct {
	reqifIdentity
	Children []reqifHierarchy `xml:"CHILDREN>SPEC-HIERARCHY"`
	Type     reqifWrapped     `xml:"TYPE"`
}

type reqifHierarchy struct {
	reqifIdentity
	Children []reqifHierarchy `xml:"CHILDREN>SPEC-HIERARCHY,omitempty"`
	Object   string           `xml:"OBJECT>SPEC-OBJECT-REF"`
}

// identifier makes an xsd:ID of a kind and a name. Different names give
// different identifiers, and the same name always the same.
func identifier(kind, name string) string {
	var b strings.Builder
	b.WriteString(kind + "-")
	for _, c := range []byte(name) {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '-', c == '.':
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "_%02x", c)
		}
	}
	return b.String()
}
