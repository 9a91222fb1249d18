"""The round pipeline: draft, publish, play, close, for the plain formats."""


def test_a_round_robin_meets_every_pair_once(make_tournament):
    e = make_tournament("A B C D", format="round-robin")
    met = []
    for _ in range(3):
        round_ = e.publish()
        met += [frozenset(name.split("-")) for name in e.names(e.matches(round_))]
        e.play(round_)
    assert len(met) == len(set(met)) == 6
    assert e.table() == ["1 A 3", "2 B 2", "3 C 1", "4 D 0"]


def test_a_swiss_of_four_rounds(make_tournament):
    e = make_tournament("A B C D E F", planned_rounds=3)
    for _ in range(3):
        e.play(e.publish())
    e.stage.refresh_from_db()
    assert e.stage.status == "finished"
    assert e.table()[0] == "1 A 3"
