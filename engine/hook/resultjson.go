package hook

import (
	"encoding/json"
	"math"
	"strconv"
	"time"

	"github.com/hooktest/hooktest/engine/jsonvalue"
)

// Milliseconds writes a duration as results do: in milliseconds, with up to three
// decimals.
func Milliseconds(d time.Duration) json.Number {
	ms := math.Round(float64(d)/float64(time.Microsecond)) / 1000
	return json.Number(strconv.FormatFloat(ms, 'f', -1, 64))
}

// Object returns the result in the form of AggregatedHookResult: success, finalOutput
// (omitted if nil), allOutputs, errors as texts and totalDuration in milliseconds.
func (r AggregatedResult) Object() *jsonvalue.Object {
	outputs := make([]any, len(r.AllOutputs))
	for i, o := range r.AllOutputs {
		outputs[i] = o.Object()
	}
	errors := make([]any, len(r.Errors))
	for i, err := range r.Errors {
		errors[i] = err.Error()
	}
	o := jsonvalue.New(jsonvalue.Member{Key: "success", Value: r.Success})
	if r.FinalOutput != nil {
		o.Set("finalOutput", r.FinalOutput.Output().Object())
	}
	o.Set("allOutputs", outputs)
	o.Set("errors", errors)
	o.Set("totalDuration", Milliseconds(r.TotalDuration))
	return o
}
