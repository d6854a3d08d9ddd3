package cases

// vocabulary are the words with a fixed meaning in any place: values of
// the protocol and of the models' interface, and programs.
const vocabulary = `
allow deny block approve continue null true false none auto validated
user model system assistant function project extension local command plugin hook tool agent
gemini flash
text json image audio video media object string number integer boolean array
startup resume clear compact exit logout other manual
notification stop session start prompt error warning debug info warn
simple environ path home bash zsh dash fish
await heard input has after member word head tail grep read test sleep echo printf trap kill exec export unset set true wait jobs
then else elif done while until case esac shift eval return break date find touch mkdir rmdir chmod cat
python node perl setsid nohup timeout seq expr stat sort uniq mkfifo tee basename dirname umask ulimit env awk
null zero random urandom stdin stdout stderr proc self term
`
