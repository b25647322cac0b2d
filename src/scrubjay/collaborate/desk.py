"""The server's desk: hands out weights, takes in changes, and refuses sites that misbehave. No wire in here.

A site gets an order, learns for an epoch, and replies to that order once. Whatever else arrives is wrong: a reply
that nobody asked for, one that was given before, one whose numbers cannot be. Who sends such a thing is refused for
good, by name and with the reason, and the others go on. Who falls silent loses its order, and is asked again when it
is back; what it sends then, to the order that it has lost, is passed over.
"""

import json
import secrets
from dataclasses import asdict, dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from scrubjay.collaborate.exchange import Common, Part
from scrubjay.documents.formats.atomic import atomic
from scrubjay.errors import FormatError, UsageError
from scrubjay.randomness import generator

VERSION = 1


@dataclass(frozen=True)
class Order:
    """What a site is to do: learn for an epoch, beginning with these weights."""

    site: str
    epoch: int
    ticket: str  # nobody can guess it, and it is good for one reply
    part: Part


@dataclass(frozen=True)
class Reply:
    """What a site has learnt, and how many weights it wants next: it may be anything until the desk has looked."""

    ticket: Any  # a string
    part: Any  # a `Part`
    wanted: Any  # a whole number


@dataclass
class Member:
    """What the desk knows of a site."""

    wanted: int = 0  # weights, for its next order
    epochs: int = 0  # that it has learnt
    ticket: str = ""  # of the order that it has not replied to
    since: float = 0.0  # when it was given
    lost: str = ""  # ticket of the order that it lost
    silent: int = 0  # times that it lost one
    refused: str = ""  # why, if it is
    received: int = 0  # numbers
    given: int = 0


@dataclass
class Desk:
    """Common weights, and the sites that share them."""

    common: Common
    seed: int
    epochs: int  # that each site is to learn
    most: float = 100.0  # size of a change beyond which a reply cannot be meant
    patience: float = 3600.0  # seconds for an epoch
    in_turn: bool = False  # one after the other, in the order of `schemes.dssgd`: who is silent holds up the others
    members: dict[str, Member] = field(default_factory=dict)

    def join(self, site: str, wanted: Any) -> None:
        """Take a site in, or take it back; it says how many weights it wants to begin with."""
        member = self.members.get(site, Member())
        if member.refused:
            raise UsageError(f"{site} is refused: {member.refused}")
        if type(wanted) is not int:
            raise UsageError(f"{site} does not say how many weights it wants")
        if not 0 <= wanted <= len(self.common):
            raise UsageError(f"{site} wants {wanted:,} weights of {len(self.common):,}")
        member.wanted = wanted
        self._lose(member)
        self.members[site] = member

    def ready(self) -> list[str]:
        """Return the sites that may be given an order now."""
        waiting = [name for name, each in self.members.items() if self._at_work(each) and not each.ticket]
        if not self.in_turn:
            return waiting
        left = [each.epochs for each in self.members.values() if self._at_work(each)]
        if not left:
            return []
        epoch, names = min(left), list(self.members)
        order = [names[place] for place in generator(self.seed, "order", epoch).permutation(len(names)).tolist()]
        due = [name for name in order if self.members[name].epochs == epoch and self._at_work(self.members[name])]
        return [due[0]] if due[0] in waiting else []

    def order(self, site: str, now: float) -> Order:
        """Give a site its next order."""
        member = self.members[site]
        chance = generator(self.seed, "down", site, member.epochs)
        part = self.common.part(member.wanted, chance)
        member.ticket, member.since = secrets.token_hex(16), now
        member.received += len(part)
        return Order(site, member.epochs, member.ticket, part)

    def take(self, site: str, reply: Reply) -> str:
        """Take in a reply, or refuse the site; return why it was not taken, if so."""
        member = self.members.get(site)
        if member is None:
            return "it has not joined"
        if member.refused:
            return member.refused
        if _same(member.lost, reply.ticket):
            member.lost = ""
            return "it came too late"
        if wrong := self._wrong(member, reply):
            member.refused, member.ticket = wrong, ""
            return wrong
        self.common.add(reply.part)
        member.ticket, member.wanted = "", reply.wanted
        member.epochs += 1
        member.given += len(reply.part)
        return ""

    def withdraw(self, now: float) -> list[str]:
        """Take their orders from sites that have been silent for too long, and return their names."""
        late = [name for name, each in self.members.items() if each.ticket and now - each.since > self.patience]
        for name in late:
            self._lose(self.members[name])
            self.members[name].silent += 1
        return late

    def done(self) -> bool:
        """Tell whether nobody has anything to learn any more."""
        return bool(self.members) and not any(map(self._at_work, self.members.values()))

    def save(self, file: Path) -> None:
        """Write everything, whole or not at all, also which orders are out: replies may come after a restart."""
        told = {
            "version": VERSION,
            "seed": self.seed,
            "epochs": self.epochs,
            "members": {name: asdict(each) for name, each in self.members.items()},
        }
        whole = BytesIO()
        np.savez(
            whole,
            weights=self.common.weights,
            updates=self.common.updates,
            told=np.frombuffer(json.dumps(told).encode(), np.uint8),
        )
        with atomic(file) as handle:
            handle.write(whole.getvalue())

    def load(self, file: Path, now: float) -> None:
        """Go on where the desk of a file was, which must be of the same run; who has an order has all its time."""
        try:
            with file.open("rb") as handle, np.load(handle, allow_pickle=False) as found:
                told = json.loads(found["told"].tobytes())
                common = Common(found["weights"], found["updates"])
                members = {name: Member(**{**each, "since": now}) for name, each in told["members"].items()}
        except (OSError, ValueError, KeyError, TypeError, BadZipFile) as error:
            raise FormatError("is no state of a server, or a damaged one", file=str(file)) from error
        if told["version"] != VERSION or len(common) != len(self.common) or told["seed"] != self.seed:
            raise UsageError(f"{file} is of another run; name another folder")
        self.common, self.members = common, members

    def _at_work(self, member: Member) -> bool:
        return not member.refused and member.epochs < self.epochs

    def _lose(self, member: Member) -> None:
        if member.ticket:
            member.lost, member.ticket = member.ticket, ""

    def _wrong(self, member: Member, reply: Reply) -> str:
        """Return what is wrong with a reply; nothing if all is well."""
        if not _same(member.ticket, reply.ticket):
            return "it replied to an order that it did not have"
        if type(reply.wanted) is not int or not 0 <= reply.wanted <= len(self.common):
            return "it does not say how many weights it wants next, or more than there are"
        if not isinstance(reply.part, Part):
            return "its tables have other kinds or shapes than a part's"
        problem: str = reply.part.problem(len(self.common), self.most)
        return problem


def _same(ticket: str, given: object) -> bool:
    """Tell whether a ticket is the one that is out, whatever it may be that was given."""
    return bool(ticket) and isinstance(given, str) and given.isascii() and secrets.compare_digest(ticket, given)
