package contractfile

import (
	"reflect"
	"sync"
	"time"
	"unicode"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/document"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
	"github.com/hooktest/hooktest/internal/lists"
)

// key returns the key of a contract's field in a file: its name, with the first word in lower
// case.
func key(field reflect.StructField) string {
	letters := []rune(field.Name)
	for i, r := range letters {
		last := i+1 == len(letters)
		if !unicode.IsUpper(r) || i > 0 && !last && unicode.IsLower(letters[i+1]) {
			break
		}
		letters[i] = unicode.ToLower(r)
	}
	return string(letters)
}

// named are the lists whose rows are identified by a field. A file changes single rows of such a
// list with a mapping from that field's value to the differences, or to null to remove the row.
// Any other list is replaced whole.
var named = sync.OnceValue(func() map[reflect.Type]string {
	return map[reflect.Type]string{
		reflect.TypeFor[dialect.Event]():     "Name",
		reflect.TypeFor[dialect.Field]():     "Name",
		reflect.TypeFor[dialect.BaseField](): "Name",
		reflect.TypeFor[dialect.Handler]():   "Type",
		reflect.TypeFor[dialect.Tool]():      "Name",
		reflect.TypeFor[dialect.Fact]():      "ID",
		reflect.TypeFor[dialect.File]():      "Scope",
		reflect.TypeFor[dialect.Variable]():  "Name",
		reflect.TypeFor[dialect.Home]():      "Variable",
		reflect.TypeFor[dialect.Answered]():  "At",

		reflect.TypeFor[dialect.NamedShell](): "Name",
		reflect.TypeFor[dialect.Unused]():     "Name",
		reflect.TypeFor[dialect.HookField]():  "Name",
	}
})

// words are the values of enumerated types. A test compares them with the constants of package
// dialect.
var words = sync.OnceValue(func() map[reflect.Type][]string {
	return map[reflect.Type][]string{
		reflect.TypeFor[dialect.Effect](): texts(dialect.Refuses, dialect.Denies, dialect.Asks, dialect.Allows, dialect.Defers, dialect.Stops,
			dialect.Rewrites, dialect.Adds, dialect.Says, dialect.Tells, dialect.Fails, dialect.NotStarted, dialect.EndsBySignal, dialect.TimesOut,
			dialect.SignalAfterAnswer, dialect.InvalidAnswer, dialect.InvalidInput, dialect.UnknownEffect, dialect.DiscardsAnswers, dialect.Nothing),
		reflect.TypeFor[dialect.Outcome](): texts(dialect.Proceeds, dialect.Prevented, dialect.Ends, dialect.Abandoned, dialect.Asked, dialect.Deferred, dialect.Unknown),
		reflect.TypeFor[dialect.Stream]():  texts(dialect.Nowhere, dialect.Stdout, dialect.Stderr, dialect.Either),
		reflect.TypeFor[dialect.Whose]():   texts(dialect.First, dialect.Last, dialect.Latest, dialect.All, dialect.None, dialect.Unsure),
		reflect.TypeFor[dialect.Moment](): texts(dialect.ToolBefore, dialect.ToolPermission, dialect.ToolAfter, dialect.ToolFailed, dialect.ModelBefore,
			dialect.ModelAfter, dialect.ModelTools, dialect.TurnBefore, dialect.TurnAfter, dialect.SubagentStart, dialect.SubagentEnd,
			dialect.SessionStart, dialect.SessionEnd, dialect.CompactBefore, dialect.CompactAfter, dialect.Notice),
		reflect.TypeFor[dialect.MergeRule](): texts(dialect.AnyBlockWins, dialect.LaterReplaces, dialect.UnitesTools, dialect.IntersectsTools),
		reflect.TypeFor[dialect.ChainRule](): texts(dialect.Overlays, dialect.Appends),
		reflect.TypeFor[dialect.Role](): texts(dialect.RunShell, dialect.WriteFile, dialect.EditFile, dialect.ReadFile, dialect.FindFiles,
			dialect.SearchText, dialect.FetchPage, dialect.SearchWeb, dialect.RunTask, dialect.WriteTodos),
		reflect.TypeFor[dialect.Loss](): texts(dialect.LosesNothing, dialect.LosesHook, dialect.LosesGroup, dialect.LosesEvent, dialect.LosesFile, dialect.LosesUnknown, dialect.LosesAgent),
		reflect.TypeFor[dialect.Wrong](): texts(dialect.WrongSyntax, dialect.WrongEvent, dialect.WrongKind, dialect.WrongMatcher, dialect.NullMatcher,
			dialect.NoType, dialect.WrongType, dialect.WrongTimeout, dialect.NullTimeout, dialect.WrongField, dialect.WrongSwitch, dialect.WrongPlace, dialect.WrongClosing,
			dialect.NoCommand, dialect.EmptyCommand, dialect.NoHooks, dialect.WrongKey, dialect.HugeTimeout),
		reflect.TypeFor[dialect.Origin]():  texts(dialect.Invented, dialect.Session, dialect.Folder, dialect.Folders, dialect.EventName, dialect.Timestamp, dialect.Milliseconds),
		reflect.TypeFor[dialect.Kind]():    texts(dialect.Run, dialect.Types, dialect.Source, dialect.Documented, dialect.ThirdParty, dialect.Stated, dialect.Guess),
		reflect.TypeFor[dialect.Trusted](): texts(dialect.TrustsFolder, dialect.TrustsDefinition, dialect.TrustsUnknown),
		reflect.TypeFor[dialect.Digest]():  texts(dialect.DigestCodex),
		reflect.TypeFor[dialect.Inquiry](): texts(dialect.AsksNone, dialect.AsksServer, dialect.AsksModel, dialect.AsksTool, dialect.AsksAgent, dialect.AsksHost, dialect.AsksUser),
		reflect.TypeFor[dialect.Unasked](): texts(dialect.UnaskedUnknown, dialect.UnaskedTrusts, dialect.UnaskedSkips, dialect.UnaskedEnds),
		reflect.TypeFor[dialect.Engine]():  texts(dialect.JavaScript, dialect.Linear, dialect.Wildcards, dialect.Alternatives, dialect.Literal),
		reflect.TypeFor[dialect.Mode]():    texts(dialect.ACP, dialect.Headless, dialect.Plugin, dialect.Resumed, dialect.SubAgent, dialect.Terminal),
		reflect.TypeFor[dialect.Script]():  texts(dialect.AsWritten, dialect.PowerShell),
	}
})

func texts[T ~string](values ...T) []string {
	return lists.Texts(values)
}

// duration is the type of times, which a file has as texts.
func duration() reflect.Type { return reflect.TypeFor[time.Duration]() }

type place struct {
	of   reflect.Type
	name string
}

func of[T any](name string) place { return place{reflect.TypeFor[T](), name} }

// quoted are the fields that hold JSON text. A file has the value itself.
func quoted() []place {
	return []place{
		of[dialect.Field]("Sample"), of[dialect.BaseField]("Sample"), of[dialect.Tool]("Sample"), of[dialect.Closing]("Value"), of[dialect.Closing]("Open"), of[dialect.InvalidValue]("Value"),
	}
}

// unwritten are the fields that a file can't set, with the reason. The field that names a row
// can't be set either: it is the row's key.
var unwritten = sync.OnceValue(func() map[place]string {
	required := "it belongs to what requirements say of LLxprt Code"
	return map[place]string{
		of[dialect.Contract]("OnlyNamed"): "a contract in a file is asked only by its name",
		of[dialect.Contract]("Order"):     "a contract in a file comes after those of hooktest",
		of[dialect.Contract]("Answer"):    required,
		of[dialect.Contract]("Mode"):      "a command chooses the mode",
		of[dialect.Event]("Class"):        required,
		of[dialect.Event]("Single"):       required,
		of[dialect.Event]("Effects"):      required,
	}
})

// eventType is the type of event names. The contract defines which names are valid.
func eventType() reflect.Type { return reflect.TypeFor[hook.Event]() }

func asJSON(n *document.Node) string { return string(jsonvalue.Marshal(n.Value())) }
