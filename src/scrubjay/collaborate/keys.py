"""Keys of those who train together: the server's certificate, and a key for each hospital (TLS, node authentication).

The server's own authority signs its certificate; hospitals get `ca.crt` and so know whom they talk to. A hospital
makes its key where it is, and hands over the public half alone, by which the server knows it.
"""

import datetime
import ipaddress
import os
from collections.abc import Sequence
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ec import SECP384R1, EllipticCurvePrivateKey, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from scrubjay.errors import UsageError

AUTHORITY, CERTIFICATE, KEY = "ca.crt", "server.crt", "server.key"
_DAYS = 825  # longer ones are refused by some systems
_SKEW = datetime.timedelta(hours=1)  # by which clocks may differ


def server_keys(folder: Path, hosts: Sequence[str], days: int = _DAYS) -> None:
    """Write an authority's certificate, and a certificate and key for a server of these names or addresses.

    The authority's own key is forgotten: it has signed what it was made for, and can sign nothing else.
    """
    if not hosts:
        raise UsageError("a server's certificate names its host: give the name or address that hospitals connect to")
    names = [_general_name(host) for host in hosts]
    for name in (AUTHORITY, CERTIFICATE, KEY):
        if folder.joinpath(name).exists():
            raise UsageError(f"{folder / name} is there, and a key is never overwritten; choose another place")
    folder.mkdir(parents=True, exist_ok=True)
    authority, server = generate_private_key(SECP384R1()), generate_private_key(SECP384R1())
    issuer = _named("scrubjay collaborate")
    root = (
        _begun(issuer, issuer, authority, days)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs=True), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(authority.public_key()), critical=False)
        .sign(authority, hashes.SHA384())
    )
    leaf = (
        _begun(_named(hosts[0]), issuer, server, days)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs=False), critical=True)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.public_key()), critical=False)
        .sign(authority, hashes.SHA384())
    )
    secret = server.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    _written(folder / KEY, secret, private=True)
    _written(folder / AUTHORITY, root.public_bytes(Encoding.PEM))
    _written(folder / CERTIFICATE, leaf.public_bytes(Encoding.PEM))


def hospital_key(file: Path) -> Path:
    """Write a hospital's key, and beside it the public half (.pub), which is returned: that goes to the server."""
    key = generate_private_key(SECP384R1())
    file.parent.mkdir(parents=True, exist_ok=True)
    public = file.with_name(f"{file.name}.pub")
    if public.exists():
        raise UsageError(f"{public} is there, and a key is never overwritten; choose another name")
    _written(file, key.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, NoEncryption()), private=True)
    _written(public, key.public_key().public_bytes(Encoding.OpenSSH, PublicFormat.OpenSSH) + b"\n")
    return public


def _general_name(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        if not host.isascii() or not host or any(sign.isspace() or sign in ":/" for sign in host):
            raise UsageError(f"{host!r} is no host; give a name or an address, without a port") from None
        return x509.DNSName(host)


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name[:64])])


def _begun(subject: x509.Name, issuer: x509.Name, key: EllipticCurvePrivateKey, days: int) -> x509.CertificateBuilder:
    now = datetime.datetime.now(datetime.UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _SKEW)
        .not_valid_after(now + datetime.timedelta(days=days))
    )


def _usage(signs: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs,
        crl_sign=signs,
        encipher_only=False,
        decipher_only=False,
    )


def _written(file: Path, content: bytes, private: bool = False) -> None:
    """Write a file that was not there; a private one its owner alone can read."""
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600 if private else 0o644)
    except FileExistsError:
        raise UsageError(f"{file} is there, and a key is never overwritten; choose another place") from None
    with os.fdopen(descriptor, "wb") as handle:
        handle.write(content)
