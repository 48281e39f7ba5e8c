"""When a kernel ends."""

from companion.serve.kernels import NAME, OwnKernel, Watch


def test_a_connected_or_warm_kernel_never_ends() -> None:
    watch = Watch(600, 45)
    for now in (0.0, 1_000.0, 100_000.0):
        assert watch.overdue({"a": "page", "b": "warm"}, now) == []


def test_a_sleeping_phone_has_ten_minutes() -> None:
    watch = Watch(600, 45)
    watch.overdue({"a": "page"}, 0)
    assert watch.overdue({"a": "alone"}, 100) == []
    assert watch.overdue({"a": "alone"}, 699) == []
    assert watch.overdue({"a": "alone"}, 700) == ["a"]


def test_coming_back_starts_the_count_anew() -> None:
    watch = Watch(600, 45)
    watch.overdue({"a": "page"}, 0)
    watch.overdue({"a": "alone"}, 100)
    watch.overdue({"a": "page"}, 500)
    assert watch.overdue({"a": "alone"}, 800) == []
    assert watch.overdue({"a": "alone"}, 1399) == []
    assert watch.overdue({"a": "alone"}, 1400) == ["a"]


def test_a_page_that_never_connected_is_not_waited_for() -> None:
    watch = Watch(600, 45)
    assert watch.overdue({"a": "alone"}, 0) == []
    assert watch.overdue({"a": "alone"}, 45) == ["a"]


def test_the_kernel_is_this_python_whatever_else_is_installed() -> None:
    import sys

    spec = OwnKernel().get_kernel_spec(NAME)
    assert spec.argv[0] == sys.executable
    assert list(OwnKernel().get_all_specs()) == [NAME]
