package lsp

// The types are the parts of the Language Server Protocol 3.17 that the server uses.

type position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

type span struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

type initializeParams struct {
	RootURI          string   `json:"rootUri"`
	WorkspaceFolders []folder `json:"workspaceFolders"`
	Capabilities     struct {
		General struct {
			PositionEncodings []string `json:"positionEncodings"`
		} `json:"general"`
		TextDocument struct {
			Hover struct {
				ContentFormat []string `json:"contentFormat"`
			} `json:"hover"`
		} `json:"textDocument"`
	} `json:"capabilities"`
}

type folder struct {
	URI string `json:"uri"`
}

// documentParams are those of every method about a document. A method has some of the fields.
type documentParams struct {
	TextDocument struct {
		URI     string `json:"uri"`
		Version *int   `json:"version"`
		Text    string `json:"text"`
	} `json:"textDocument"`
	ContentChanges []struct {
		Text string `json:"text"`
	} `json:"contentChanges"`
	Position position `json:"position"`
	Range    span     `json:"range"`
	Context  struct {
		Only []string `json:"only"`
	} `json:"context"`
}

type publishParams struct {
	URI         string       `json:"uri"`
	Version     *int         `json:"version,omitempty"`
	Diagnostics []diagnostic `json:"diagnostics"`
}

type diagnostic struct {
	Range           span            `json:"range"`
	Severity        int             `json:"severity"`
	Code            string          `json:"code,omitempty"`
	CodeDescription codeDescription `json:"codeDescription,omitzero"`
	Source          string          `json:"source"`
	Message         string          `json:"message"`
}

type codeDescription struct {
	Href string `json:"href"`
}

type messageParams struct {
	Type    int    `json:"type"`
	Message string `json:"message"`
}

type codeAction struct {
	Title       string       `json:"title"`
	Kind        string       `json:"kind"`
	Diagnostics []diagnostic `json:"diagnostics,omitempty"`
	IsPreferred bool         `json:"isPreferred,omitempty"`
	Edit        *changes     `json:"edit,omitempty"`
	Command     *command     `json:"command,omitempty"`
}

type changes struct {
	Changes map[string][]textEdit `json:"changes"`
}

type textEdit struct {
	Range   span   `json:"range"`
	NewText string `json:"newText"`
}

type command struct {
	Title     string   `json:"title"`
	Command   string   `json:"command"`
	Arguments []string `json:"arguments"`
}

type hover struct {
	Contents markup `json:"contents"`
	Range    *span  `json:"range,omitempty"`
}

type markup struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}
