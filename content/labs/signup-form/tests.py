"""The tests of the signup form."""

import pytest

from signup import Signup, email_problems, password_problems, signup_problems, username_problems


def test_a_username_has_three_to_twenty_characters():
    assert username_problems("ada") == []
    assert len(username_problems("al")) == 1
    assert len(username_problems("a" * 21)) == 1


def test_a_username_has_no_other_signs():
    assert username_problems("Ada_99") == []
    assert len(username_problems("ada-99")) == 1
    assert len(username_problems("_ada")) == 1


def test_a_username_has_no_letters_of_other_alphabets():
    assert len(username_problems("\u0430da")) == 1


@pytest.mark.parametrize("email", ["ada@example", "ada.example.org", "a@b@example.org"])
def test_an_email_is_an_address(email):
    assert email_problems("ada@example.org") == []
    assert len(email_problems(email)) == 1


def test_a_password_has_a_letter_and_a_digit():
    assert password_problems("violet 7 lamps") == []
    assert len(password_problems("violet lamps")) == 1
    assert len(password_problems("1815 12 10 1852")) == 1


def test_a_password_has_ten_characters():
    assert password_problems("violet 789") == []
    assert len(password_problems("violet 78")) == 1


def test_a_password_has_no_word_that_is_guessed_first():
    assert len(password_problems("my PassWord 7")) == 1


def test_the_form_names_the_fields_that_have_a_problem():
    assert signup_problems(Signup(" ada ", "ada@example.org", "violet 7 lamps")) == {}
    found = signup_problems(Signup("ada", " ", "violet 7 lamps"))
    assert list(found) == ["email"]
