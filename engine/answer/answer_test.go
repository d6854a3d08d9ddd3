package answer

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/hooktest/hooktest/engine/dialect"
	"github.com/hooktest/hooktest/engine/hook"
	"github.com/hooktest/hooktest/engine/jsonvalue"
)

func ptr[T any](v T) *T { return &v }

func plainText(s string) *hook.Output {
	return &hook.Output{Decision: ptr("allow"), SystemMessage: &s, Origin: hook.FromPlainText}
}

func refused(reason string) *hook.Output {
	return &hook.Output{Decision: ptr("deny"), Reason: &reason, Origin: hook.FromRefusal}
}

func failed(message string) *hook.Output {
	return &hook.Output{Decision: ptr("allow"), SystemMessage: &message, Origin: hook.FromFailure}
}

func TestReadOfExitZero(t *testing.T) {
	denied := &hook.Output{Decision: ptr("deny"), Reason: ptr("no")}
	tests := []struct {
		name, in string
		want     *hook.Output
		rules    []string
		reason   string
	}{
		{"nothing", "", nil, nil, "HOOK-065, INT-01"},
		{"white space only", " \r\n\t\u00a0\ufeff\u2028", nil, nil, "INT-12: JavaScript white space"},
		{"deny", `{"decision":"deny","reason":"no"}`, denied, nil, "HOOK-016b, HOOK-063"},
		{"byte order mark before the answer", "\ufeff{\"decision\":\"deny\",\"reason\":\"no\"}\n", denied, nil, "INT-12"},
		{"encoded twice", `"{\"decision\":\"deny\",\"reason\":\"no\"}"`, denied, nil, "HOOK-193, HOOK-201"},
		{"encoded twice with white space inside", `"\n {\"decision\":\"deny\",\"reason\":\"no\"}\ufeff "`, denied, nil, "INT-12, INT-13"},
		{"allow", `{"decision":"allow"}`, &hook.Output{Decision: ptr("allow")}, nil, "HOOK-018"},
		{"approve", `{"decision":"approve"}`, &hook.Output{Decision: ptr("approve")}, nil, "HOOK-018"},
		{"no decision", `{}`, &hook.Output{}, nil, "HOOK-018"},
		{"null decision", `{"decision":null}`, &hook.Output{}, nil, "HOOK-158"},
		{"unknown decision", `{"decision":"Deny"}`, &hook.Output{Decision: ptr("Deny")}, []string{"INT-16"}, "INT-16"},
		{"decision of the wrong type", `{"decision":true}`, &hook.Output{}, []string{"INT-15"}, "INT-15"},
		{"unknown field", `{"Decision":"deny"}`, &hook.Output{Extra: jsonvalue.New(jsonvalue.Member{Key: "Decision", Value: "deny"})}, nil, "INT-14: keys have case"},
		{"last duplicate", `{"decision":"deny","decision":"allow"}`, &hook.Output{Decision: ptr("allow")}, nil, "INT-14"},
		{"plain text", " hello\nworld \n", plainText("hello\nworld"), nil, "HOOK-064, INT-12"},
		{"malformed JSON", `{"decision":"deny"`, plainText(`{"decision":"deny"`), nil, "HOOK-114"},
		{"text before the answer", "ok\n{\"decision\":\"deny\"}", plainText("ok\n{\"decision\":\"deny\"}"), nil, "HOOK-212: the whole of stdout is one value or none"},
		{"two documents", `{"decision":"deny"} {}`, plainText(`{"decision":"deny"} {}`), nil, "HOOK-212"},
		{"single quotes", `{'decision':'deny'}`, plainText(`{'decision':'deny'}`), nil, "HOOK-114"},
		{"text in quotes", ` "hello" `, plainText(`"hello"`), nil, "INT-13: as printed"},
		{"empty string", `""`, plainText(`""`), nil, "INT-13: no content is not JSON"},
		{"third encoding", `"\"{}\""`, nil, []string{"INT-13"}, "INT-13: a second string is not an answer"},
		{"number in a string", `"7"`, nil, []string{"INT-13"}, "INT-13"},
		{"number", `12`, nil, []string{"INT-13"}, "INT-13"},
		{"boolean", `false`, nil, []string{"INT-13"}, "INT-13"},
		{"null", `null`, nil, []string{"INT-13"}, "INT-13"},
		{"array", `[{"decision":"deny"}]`, nil, []string{"INT-13"}, "INT-13"},
		{"invalid UTF-8 in text", "a\xffb", plainText("a\uFFFDb"), nil, "INT-14"},
		{"invalid UTF-8 in JSON", "{\"reason\":\"a\xffb\"}", &hook.Output{Reason: ptr("a\uFFFDb")}, nil, "INT-14"},
		{"too deep", `{"decision":"deny","x":` + strings.Repeat("[", 20000) + strings.Repeat("]", 20000) + "}",
			plainText(`{"decision":"deny","x":` + strings.Repeat("[", 20000) + strings.Repeat("]", 20000) + "}"), []string{"HOOK-212"}, "HOOK-212: can't be parsed"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out, warnings, err := Read(dialect.LLxprt().Answer, Process{Ending: hook.Exited, Stdout: []byte(tt.in), Stderr: []byte("only logged")})
			require.NoError(t, err)
			assert.Equal(t, tt.want, out, tt.reason)
			var rules []string
			for _, w := range warnings {
				rules = append(rules, w.Rule)
			}
			assert.Equal(t, tt.rules, rules, tt.reason)
		})
	}
}

func TestReadOfOtherEndings(t *testing.T) {
	const stdout = `{"decision":"block","reason":"from stdout"}`
	tests := []struct {
		name   string
		in     Process
		want   *hook.Output
		err    string
		reason string
	}{
		{"refusal", Process{Ending: hook.Exited, Code: 2, Stderr: []byte(" not here \n")}, refused("not here"), "", "HOOK-016a, HOOK-067a, INT-12"},
		{"refusal without a word", Process{Ending: hook.Exited, Code: 2}, refused("Blocked by hook"), "", "HOOK-067b, INT-02"},
		{"refusal with white space", Process{Ending: hook.Exited, Code: 2, Stderr: []byte("\n\u00a0")}, refused("Blocked by hook"), "", "INT-02"},
		{"refusal with allow on stdout", Process{Ending: hook.Exited, Code: 2, Stdout: []byte(`{"decision":"allow"}`)}, refused("Blocked by hook"), "", "HOOK-066"},
		{"refusal with JSON on stderr", Process{Ending: hook.Exited, Code: 2, Stderr: []byte(`{"decision":"allow"}`)}, refused(`{"decision":"allow"}`), "", "HOOK-069: stderr is text"},
		{"refusal with invalid UTF-8", Process{Ending: hook.Exited, Code: 2, Stderr: []byte("n\xe9")}, refused("n\uFFFD"), "", "INT-14"},
		{"failure", Process{Ending: hook.Exited, Code: 1, Stdout: []byte(stdout), Stderr: []byte("oops\n")}, failed("Warning: oops"), "hook exited with code 1", "HOOK-209, HOOK-198"},
		{"silent failure", Process{Ending: hook.Exited, Code: 127, Stdout: []byte(stdout)}, nil, "hook exited with code 127", "HOOK-068, HOOK-198"},
		{"failure with a block on stderr", Process{Ending: hook.Exited, Code: 3, Stderr: []byte(stdout)}, failed("Warning: " + stdout), "hook exited with code 3", "HOOK-069"},
		{"signal", Process{Ending: hook.Killed, Signal: "SIGSEGV", Stdout: []byte(stdout), Stderr: []byte("core")}, failed("Warning: core"), "hook was killed by SIGSEGV", "HOOK-196"},
		{"silent signal", Process{Ending: hook.Killed, Signal: "SIGKILL", Stdout: []byte(stdout)}, nil, "hook was killed by SIGKILL", "HOOK-196"},
		{"timeout", Process{Ending: hook.TimedOut, Stdout: []byte(stdout), Stderr: []byte("late")}, nil, ErrNoExit.Error(), "INT-07"},
		{"timeout with the code of a refusal", Process{Ending: hook.TimedOut, Code: 2}, nil, ErrNoExit.Error(), "HOOK-119: fail-open"},
		{"cancelled", Process{Ending: hook.Cancelled, Stdout: []byte(stdout)}, nil, ErrNoExit.Error(), "section 35"},
		{"not started", Process{Ending: hook.NotStarted}, nil, ErrNoExit.Error(), "section 35: process error"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out, warnings, err := Read(dialect.LLxprt().Answer, tt.in)
			assert.Equal(t, tt.want, out, tt.reason)
			assert.Empty(t, warnings)
			if tt.err == "" {
				assert.NoError(t, err, tt.reason)
			} else {
				assert.EqualError(t, err, tt.err, tt.reason)
			}
		})
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{"", "text", `{"decision":"deny"}`, `"{\"decision\":\"block\"}"`, `""`, "[1]", "\xff", "\ufeff{}", `{"decision":`} {
		for code := range 4 {
			f.Add(code, false, []byte(s), []byte("why"))
		}
		f.Add(0, true, []byte(s), []byte(s))
	}
	f.Fuzz(func(t *testing.T, code int, killed bool, stdout, stderr []byte) {
		p := Process{Ending: hook.Exited, Code: code, Stdout: stdout, Stderr: stderr}
		if killed {
			p.Ending, p.Code, p.Signal = hook.Killed, 0, "SIGKILL"
		}
		out, _, err := Read(dialect.LLxprt().Answer, p)
		refusing := !killed && code == 2
		healthy := !killed && code == 0
		assert.Equal(t, healthy || refusing, err == nil, "an error exactly for a failed hook")
		if refusing {
			require.True(t, out.ExplicitBlock(), "exit code 2 always blocks")
			require.NotEmpty(t, *out.Reason)
			require.Equal(t, hook.FromRefusal, out.Origin)
			return
		}
		if out == nil {
			return
		}
		blocks := out.ExplicitBlock() || hook.NewDefaultOutput(out).IsBlockingDecision()
		switch {
		case !healthy:
			require.False(t, blocks, "a failed hook never blocks")
			require.Equal(t, hook.FromFailure, out.Origin)
		case out.Origin == hook.FromPlainText:
			require.False(t, blocks, "plain text never blocks")
			require.NotEmpty(t, *out.SystemMessage)
		default:
			require.Equal(t, hook.FromJSON, out.Origin)
		}
	})
}
