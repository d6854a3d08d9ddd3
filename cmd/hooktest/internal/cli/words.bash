
# The script above asks the bash-completion package for the words of the line. Where
# it is not loaded they are found here: up to the cursor, with those that bash has
# cut at = and : put together again.
__hooktest_init_completion()
{
    COMPREPLY=()
    if declare -F _get_comp_words_by_ref >/dev/null 2>&1; then
        _get_comp_words_by_ref "$@" cur prev words cword
        return
    fi
    local rest=${COMP_LINE:0:COMP_POINT} word blanks i
    words=()
    cword=-1
    for ((i = 0; i <= COMP_CWORD; i++)); do
        blanks=${rest%%[![:blank:]]*}
        rest=${rest#"$blanks"}
        word=${COMP_WORDS[i]}
        if ((i == COMP_CWORD)); then
            word=$rest
        fi
        rest=${rest#"$word"}
        if ((cword >= 0)) && [[ -z $blanks && ($word == [=:]* || ${words[cword]} == *[=:]) ]]; then
            words[cword]+=$word
        else
            words[++cword]=$word
        fi
    done
    cur=${words[cword]}
    prev=
    if ((cword > 0)); then
        prev=${words[cword-1]}
    fi
}
