package webpage

// Filters are a search field and what else a reader can choose, which the page's script shows.
// Further buttons follow the one that opens the choices.
func Filters(further Markup, choices ...any) Markup {
	return El("search#filters", Flag("hidden"), El("form.filters", Attr("aria-label", "Filters"),
		El("div.query",
			El("input#q", Attr("type", "search"), Attr("name", "q"), Attr("placeholder", "search ids and text  ( / )"),
				Attr("aria-label", "Search ids and text"), Attr("autocomplete", "off"), Attr("spellcheck", "false")),
			El("button#more", Attr("type", "button"), Attr("aria-expanded", "false"), Attr("aria-controls", "facets"), "Filters"),
			further,
		),
		El("p#matching", Attr("role", "status")),
		El("div#facets", choices, El("button", Attr("type", "reset"), "Clear")),
	))
}

// Choice is a list of options with a label.
func Choice(label, name string, options ...any) Markup {
	return El("label", label, " ", El("select", Attr("name", name), options))
}

// Option is an option with a value and another text.
func Option(value, text string) Markup { return El("option", Attr("value", value), text) }

// Word is an option whose value is its text.
func Word[T any](value T) Markup { return El("option", value) }
