"""English words that a tokenizer must know: contractions, clock times, abbreviations, smileys."""

from itertools import product

from scrubjay.tokens.affixes import Ends

# A contraction is a stem and its clitics, with the apostrophe or without it ("I'm", "Im").
_PRONOUNS = "i you he she it we they".split()
_QUESTIONS = "who what when where why how there".split()
_SINGULAR, _PLURAL = "that this".split(), "these those".split()
_CLITICS: tuple[tuple[list[str], str], ...] = (
    (["i"], "m m+a"),
    ([*_PRONOUNS, *_QUESTIONS, *_SINGULAR, *_PLURAL], "ll ll+ve d d+ve"),
    (["i", "you", "we", "they", *_QUESTIONS, *_PLURAL], "ve"),
    (["you", "we", "they", *_QUESTIONS, *_PLURAL], "re"),
    (["he", "she", "it", *_QUESTIONS, *_SINGULAR], "s"),
    ("could might must should would".split(), "ve"),
)
_NEGATED = "ca could do does did had may might must need ought sha should wo would".split()
_NEGATED_ONCE = "ai are is was were have has dare".split()
# Contractions without an apostrophe that are words of their own.
_WORDS = frozenset("Ill ill Its its Hell hell Shell shell Shed shed were Were Well well Whore whore".split())

# Cut where the bar stands; without a bar, kept whole.
_OTHER = """
    y'|all y|all how|'d|'y How|'d|'y not|'ve not|ve Not|'ve Not|ve can|not Can|not gon|na Gon|na got|ta Got|ta
    let|'s Let|'s c'm|on C'm|on and/or w/o ma'am Ma'am o'clock O'clock C++
    ' '' 's 'S ‘s ‘S 'd 're em 'em ll 'll nuff 'nuff 'bout 'cause 'Cause 'cos 'Cos 'coz 'Coz 'cuz 'Cuz — \\n \\t
""".split()
_DROPPED_G = "doin goin havin lovin nothin nuthin ol somethin".split()

# The titles and shortened words that keep their period. The sentence splitter has its own, larger list.
_STATES = """
    Ak. Ala. Ariz. Ark. Calif. Colo. Conn. D.C. Del. Fla. Ga. Ia. Id. Ill. Ind. Kan. Kans. Ky. La. Mass. Md.
    Mich. Minn. Miss. Mo. Mont. N.C. N.D. N.H. N.J. N.M. N.Y. Neb. Nebr. Nev. Okla. Ore. Pa. S.C. Tenn. Va.
    Wash. Wis.
""".split()
_MONTHS = "Jan. Feb. Mar. Apr. Jun. Jul. Aug. Sep. Sept. Oct. Nov. Dec.".split()
_TITLES = "Adm. Dr. Gen. Gov. Jr. Messrs. Mr. Mrs. Ms. Ph.D. Prof. Rep. Rev. Sen. St. Mt.".split()
_SHORT = "a.m. p.m. Bros. co. Co. Corp. Inc. Ltd. e.g. E.g. E.G. i.e. I.e. I.E. vs. v.s.".split()
_LETTERS = [f"{letter}." for letter in "abcdefghijklmnopqrstuvwxyzäöü"]

# Smileys matter because clinical signs look like them: "(8)" becomes "(" and "8)".
_FACES: tuple[tuple[str, str, str], ...] = (  # eyes, noses (_ for none), mouths
    (":", "_ -", ") )) ))) ] } ( (( ((( / | P p O o 0 * 3 > X x D"),
    (":", "_", "1 () o)"),
    (":'", "_ -", ") ("),
    (";", "_ -", ") D"),
    ("8", "_ -", ") D"),
    ("=", "_", ") ( ] [ / | 3 D"),
    (">:", "_", "( o"),
    ("x", "_", "D DD"),
    ("X", "_", "D DD"),
    ("<", "_", "3 33 333 /3"),
    ("^", "_", "_^ __^ ___^"),
)
_MIRRORED = "(: (-: [: [-: (= [= ]= (o: (-8 (; (-; ): )-:".split()
_STARES = """
    >.< >.> <.< ._. ;_; -_- -__- v.v V.V v_v V_V @_@ (^_^) (-_-) (._.) (>_<) (*_*) (¬_¬)
    o_o o_O O_o O_O 0_o o_0 0_0 o.O O.o O.O o.o 0.0 o.0 0.o
""".split()


def english_exceptions() -> dict[str, Ends]:
    """Return the words that no rule may cut otherwise, with the ends of their pieces.

    >>> english_exceptions()["don't"]
    (2, 5)
    """
    words: dict[str, Ends] = {}

    def add(*pieces: str) -> None:
        words["".join(pieces)] = tuple(len("".join(pieces[: count + 1])) for count in range(len(pieces)))

    def add_both(stem: str, *clitics: str) -> None:
        for form in (stem, stem.title()):
            add(form, *clitics)
            add(form, *(clitic.replace("'", "") for clitic in clitics))

    for stems, clitics in _CLITICS:
        for stem, clitic in product(stems, clitics.split()):
            first, _, second = clitic.partition("+")
            # "I'ma" is I + 'm + a; "I'd've" is I + 'd + 've.
            add_both(stem, f"'{first}", *([second if second == "a" else f"'{second}"] if second else []))
    for stem in _NEGATED:
        add_both(stem, "n't")
        add_both(stem, "n't", "'ve")
    for stem in _NEGATED_ONCE:
        add_both(stem, "n't")
    for word in _WORDS:
        words.pop(word, None)
    for hour, period in product(range(1, 13), ("am", "a.m.", "pm", "p.m.")):
        add(str(hour), period)
    for letter in "cfkCFK":
        add("°", letter, ".")
    for word in _OTHER:
        add(*word.split("|"))
    for word in _DROPPED_G:
        for form in (word, word.title()):
            add(form)
            add(f"{form}'")
    for word in (*_STATES, *_MONTHS, *_TITLES, *_SHORT, *_LETTERS, *_MIRRORED, *_STARES):
        add(word)
    for eyes, noses, mouths in _FACES:
        for nose, mouth in product(noses.split(), mouths.split()):
            add(eyes + nose.replace("_", "") + mouth)
    # Every word with an apostrophe may also be typeset: "don’t".
    return words | {word.replace("'", "’"): ends for word, ends in words.items()}
