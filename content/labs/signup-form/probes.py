"""Hidden: a probe_ asserts that a piece is right; a flaw_ fails where that very fault shows."""

from signup import Signup, email_problems, password_problems, signup_problems, username_problems


def sentences(messages):
    return all(len(each) > 1 and each.endswith(".") for each in messages)


def probe_username_the_limits_of_length():
    assert username_problems("a" * 20) == [] and username_problems("abc") == []
    assert len(username_problems("ab")) == 1 and len(username_problems("a" * 21)) == 1
    assert username_problems("") != []


def probe_username_every_character():
    assert username_problems("abcmxyzABCMXYZ09") == []
    assert username_problems("xenax") == [] and username_problems("a5_Z") == []
    assert username_problems("n_a_m_e") == []
    for sign in ["\u00e9", "\u0661", "\u00df", "\u017f", "\uff11", "\u00b2"]:
        assert len(username_problems(f"ad{sign}ab")) == 1
        assert len(username_problems(f"{sign}dab")) == 1
    for sign in ["-", ".", " ", "\n", "@", "[", "`", "{", "/", ":", "^", "\x00"]:
        assert len(username_problems(f"ad{sign}ab")) == 1
        assert len(username_problems(f"adab{sign}")) == 1


def probe_username_underscores():
    assert username_problems("a_b") == []
    assert len(username_problems("_ab")) == 1 and len(username_problems("ab_")) == 1
    assert len(username_problems("a__b")) == 1 and len(username_problems("a___b__c")) == 1
    assert len(username_problems("__ab")) == 2 and len(username_problems("ab__")) == 2


def probe_username_one_message_for_each_demand():
    for name, count in [("-_", 3), ("__--", 3), ("a__" + "-" * 20, 3), ("__", 3), ("-" * 21, 2)]:
        assert len(username_problems(name)) == count
    found = username_problems("__" + "-" * 20)
    assert len(set(found)) == 4 and sentences(found)


def flaw_username():
    for letter in ["\u0430", "\u00e9", "\u00df"]:
        if len(username_problems("ad-a")) == 1:
            assert len(username_problems(f"ad{letter}a")) != 0


def probe_email_what_is_an_address():
    for email in ["a@b.c", "ada.l+x@mail.example.org", "\u00e4@b\u00fccher.example", ".@a.b"]:
        assert email_problems(email) == []
    assert email_problems("a" * 242 + "@example.org") == []


def probe_email_what_is_none():
    wrong = ["", "@", "@a.b", "a@", "a@b", "a@.b", "a@b.", "a@b..c", "a@b.c.", "a@@b.c", "a@b@c.d"]
    wrong += ["a b@c.d", "a@b c.d", "a@b.c d", "a@b.c\n", "\na@b.c", "a@b.c\u00a0", " a@b.c"]
    wrong += ["a" * 243 + "@example.org", "a.b.c", "a@b.c@", "a@b.c\tx", "a@b\n.c"]
    for email in wrong:
        assert len(email_problems(email)) == 1 and sentences(email_problems(email))


def probe_password_the_limits_of_length():
    assert password_problems("a1" * 5) == [] and password_problems("a1" * 64) == []
    assert len(password_problems("a1a1a1a1a")) == 1
    assert len(password_problems("a1" * 64 + "a")) == 1


def probe_password_letters_digits_and_all_else():
    assert password_problems("  \u00e9\u4e2d 7 a   ") == []
    assert password_problems("\U0001f511 7 \n\t Z ..") == []
    for letter in "azAZ":
        assert password_problems(f"123456789{letter}") == []
    for digit in "09":
        assert password_problems(f"violetlamp{digit}") == []
    assert len(password_problems("1234567890\u00e9[`{@")) == 1
    assert len(password_problems("violet lamps \u0661\u00b2/:")) == 1


def probe_password_every_word_in_any_case():
    for word in ["iloveyou", "letmein", "password", "qwerty", "welcome"]:
        for typed in [word, word.upper(), word.capitalize()]:
            assert len(password_problems(f"{typed} 1815")) == 1
            assert len(password_problems(f"1815-{typed}")) == 1
    assert password_problems("pass-word 7 love you qwert") == []


def probe_password_one_message_for_each_demand():
    assert len(password_problems("")) == 3 and len(password_problems("welcome")) == 3
    assert len(password_problems("Welcome qwerty letmein 7")) == 1
    assert len(password_problems("7")) == 2 and len(password_problems("\u00e9" * 129)) == 3
    found = [*password_problems(""), *password_problems("qwerty 1815")]
    assert len(set(found)) == 4 and sentences(found)


def probe_password_no_message_quotes_it():
    for typed in ["WelCome violet 1815", "QWERTY", "zq\u00e9", "77", "zq" * 99 + "PassWord"]:
        for message in password_problems(typed):
            assert typed not in message and "zq" not in message
            for word in ["welcome", "qwerty", "violet", "1815"]:
                assert word not in message.lower()


def flaw_password():
    messages = " ".join(password_problems("violet-qwerty-1815"))
    assert "violet" not in messages and "qwerty" not in messages.lower()


def probe_form_every_field_with_all_its_messages():
    assert signup_problems(Signup("_", "ada", "7")) == {
        "username": username_problems("_"),
        "email": email_problems("ada"),
        "password": password_problems("7"),
    }
    assert list(signup_problems(Signup("a", "a@b.c", "violet 7 lamps"))) == ["username"]
    assert list(signup_problems(Signup("ada", "a@b.c", "violet"))) == ["password"]


def probe_form_white_space():
    assert signup_problems(Signup("\t ada\n", "\n a@b.c ", "violet 7 lamps")) == {}
    assert list(signup_problems(Signup("a da", "a @b.c", "violet 7 lamps"))) == [
        "username",
        "email",
    ]
    assert signup_problems(Signup("ada", "a@b.c", "  violet7  ")) == {}
    assert list(signup_problems(Signup("ada", "a@b.c", " a1" + "b" * 126))) == ["password"]
