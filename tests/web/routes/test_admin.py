"""What the server's own terminal is told where several workers serve."""

from typing import Any, cast

from flask import Flask

from undercast.web.routes.admin import BEARER, PATH, SEVERAL, make_terminal
from undercast.web.signed_links import TerminalPass


def test_of_several_workers_none_is_asked_to_cast() -> None:
    """The room may be at one that casts nothing."""
    passes, app, nothing = TerminalPass("x" * 64), Flask("several"), cast("Any", None)
    app.register_blueprint(make_terminal(nothing, nothing, passes, several=True))
    answer = app.test_client().post(
        PATH,
        json={"room": "BKTM", "device": "tv"},
        headers={"Authorization": BEARER + passes.make("BKTM")},
    )
    assert (answer.status_code, answer.json) == (409, {"code": SEVERAL})
