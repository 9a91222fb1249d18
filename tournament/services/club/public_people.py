"""Who among the club's people is known to everybody: whoever was drawn in a round that everybody may see.

Names alone are nobody's business: somebody who was only put on the list, plays in hidden events alone or has
applied for one is not there for strangers.
"""

from django.db.models import Q, QuerySet

from tournament.models import Match, MatchGame, Player, TeamMember


def in_public(players: QuerySet[Player]) -> QuerySet[Player]:
    """Those of the players whom everybody may know of. Whether somebody is rated follows from their games."""
    drawn = Match.objects.published().filter(round__stage__tournament__public=True)
    boards = MatchGame.objects.filter(match__in=drawn.values("pk"))
    teams = Q(team__in=drawn.values("first__team")) | Q(team__in=drawn.values("second__team"))
    return players.filter(
        Q(pk__in=drawn.values("first__player"))
        | Q(pk__in=drawn.values("second__player"))
        | Q(pk__in=TeamMember.objects.filter(teams).values("player"))
        | Q(pk__in=boards.values("starter_player"))
        | Q(pk__in=boards.values("second_player"))
    )
