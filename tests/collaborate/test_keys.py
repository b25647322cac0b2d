"""Keys and certificates: a real TLS handshake with them, and none without."""

import socket
import ssl
import stat
import threading
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP384R1, EllipticCurvePrivateKey, EllipticCurvePublicKey
from cryptography.hazmat.primitives.serialization import load_ssh_private_key, load_ssh_public_key

from scrubjay.collaborate.keys import AUTHORITY, CERTIFICATE, KEY, hospital_key, server_keys
from scrubjay.errors import UsageError


def handshake(server: Path, authority: Path, host: str) -> str:
    """Return what a client reads from a server with these keys on 127.0.0.1, if it trusts this authority."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(server / CERTIFICATE, server / KEY)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(10)

        def serve() -> None:
            connection, _ = listening.accept()
            try:
                with context.wrap_socket(connection, server_side=True) as secured:
                    secured.sendall(b"well met")
            except (ssl.SSLError, ConnectionError):
                connection.close()

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            trusting = ssl.create_default_context(cafile=str(authority))
            with (
                socket.create_connection(listening.getsockname()) as plain,
                trusting.wrap_socket(plain, server_hostname=host) as secured,
            ):
                return secured.recv(20).decode()
        finally:
            thread.join()


def test_who_has_the_authority_s_certificate_knows_the_server(tmp_path: Path) -> None:
    server_keys(tmp_path / "server", ["127.0.0.1", "localhost"])
    server_keys(tmp_path / "other", ["127.0.0.1"])
    for host in ("127.0.0.1", "localhost"):
        assert handshake(tmp_path / "server", tmp_path / "server" / AUTHORITY, host) == "well met"
    with pytest.raises(ssl.SSLCertVerificationError):
        handshake(tmp_path / "other", tmp_path / "server" / AUTHORITY, "127.0.0.1")
    with pytest.raises(ssl.SSLCertVerificationError):
        handshake(tmp_path / "other", tmp_path / "other" / AUTHORITY, "localhost")


def test_an_hospital_has_a_key_of_two_halves(tmp_path: Path) -> None:
    public = hospital_key(tmp_path / "north" / "key")
    assert public == tmp_path / "north" / "key.pub"
    own = load_ssh_private_key((tmp_path / "north" / "key").read_bytes(), None)
    given = load_ssh_public_key(public.read_bytes())
    assert isinstance(own, EllipticCurvePrivateKey)
    assert isinstance(given, EllipticCurvePublicKey)
    assert isinstance(own.curve, SECP384R1)
    assert own.public_key().public_numbers() == given.public_numbers()


def test_secret_halves_are_their_owner_s_alone_and_never_overwritten(tmp_path: Path) -> None:
    server_keys(tmp_path, ["here"])
    hospital_key(tmp_path / "key")
    secret = [tmp_path / KEY, tmp_path / "key"]
    before = [file.read_bytes() for file in secret]
    assert [stat.S_IMODE(file.stat().st_mode) for file in secret] == [0o600, 0o600]
    with pytest.raises(UsageError, match="never overwritten"):
        server_keys(tmp_path, ["here"])
    with pytest.raises(UsageError, match="never overwritten"):
        hospital_key(tmp_path / "key")
    assert [file.read_bytes() for file in secret] == before
    assert sorted(file.name for file in tmp_path.iterdir()) == [AUTHORITY, "key", "key.pub", CERTIFICATE, KEY]


@pytest.mark.parametrize("there", [AUTHORITY, CERTIFICATE, KEY])
def test_nothing_is_written_beside_what_is_there(there: str, tmp_path: Path) -> None:
    (tmp_path / there).touch()
    with pytest.raises(UsageError, match="never overwritten"):
        server_keys(tmp_path, ["here"])
    assert [file.name for file in tmp_path.iterdir()] == [there]


@pytest.mark.parametrize("hosts", [[], [""], ["a b"], ["here:9092"], ["https://here"], ["hôte"]])
def test_what_is_no_host_is_refused(hosts: list[str], tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="host"):
        server_keys(tmp_path / "server", hosts)
    assert not (tmp_path / "server").exists()
