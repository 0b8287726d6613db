// Package reading tells what a sentence asks for: which of some skills, which of its
// words are the values that the skill takes, how sure that is, and which words nothing
// accounts for. What it knows of language is learned from sentences by one small linear
// model, whose weights come with the program; it holds no list of words.
//
// Start with Skill, which is what can be asked for.
package reading
