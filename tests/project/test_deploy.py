"""The files of `deploy/` are valid for the programs that read them, and name what exists."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml
from prometheus_client import generate_latest

import tournament.asgi  # noqa: F401  registers all metrics, and the services in the order of a server
from games.live.metrics import registry

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").iterdir())
DOCUMENTED = set(
    re.findall(r"^\| `([A-Z_]+)`", (ROOT / "docs" / "operating.md").read_text(encoding="utf-8"), re.MULTILINE)
)
OURS = re.compile(r"\b(FIVELINE_[A-Z_]+|DATABASE_URL|REDIS_URL|HTTPS_PORT)\b")
FILES = [path for path in DEPLOY.rglob("*") if path.is_file()]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_only_variables_that_exist_are_set(path):
    assert set(OURS.findall(path.read_text(encoding="utf-8"))) <= DOCUMENTED


@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.name)
def test_every_line_of_a_unit_is_a_heading_a_remark_or_a_setting(unit):
    for line in unit.read_text(encoding="utf-8").splitlines():
        assert re.fullmatch(r"\[(Unit|Service|Install)\]|#.*|[A-Z]\w+=.*|", line), line


def test_systemd_finds_nothing_wrong_with_the_units(tmp_path):
    """Use a substitute for the installed command, which is not here."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not installed")
    for unit in UNITS:
        name = unit.name.replace("@", "@8001")
        text = unit.read_text(encoding="utf-8").replace("/opt/fiveline/bin/fiveline", "/bin/true")
        (tmp_path / name).write_text(text)
        (tmp_path / unit.name).write_text(text)
    checked = subprocess.run(
        ["systemd-analyze", "verify", *(str(tmp_path / unit.name.replace("@", "@8001")) for unit in UNITS)],
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": "/usr/bin:/bin", "SYSTEMD_UNIT_PATH": f"{tmp_path}:"},
    )
    said = [line for line in checked.stderr.splitlines() if "fiveline" in line]
    assert said == []


def test_the_file_of_nginx_closes_its_blocks_and_passes_sockets_on():
    text = (DEPLOY / "nginx" / "fiveline.conf").read_text(encoding="utf-8")
    assert text.count("{") == text.count("}")
    assert "proxy_set_header Upgrade $http_upgrade;" in text
    assert "proxy_set_header Connection $fiveline_connection;" in text
    assert "client_header_timeout 10s;" in text
    assert "limit_conn fiveline_addresses 600;" in text
    settings = [
        line.strip() for line in text.splitlines() if line.strip() and not line.strip().startswith("#")
    ]
    assert [line for line in settings if line[-1] not in "{};"] == []


def test_the_services_of_the_compose_file_hang_together():
    compose = yaml.safe_load((DEPLOY / "container" / "compose.yaml").read_text(encoding="utf-8"))
    services = compose["services"]
    for service in services.values():
        assert set(service.get("depends_on", ())) <= services.keys()
    processes = {name for name in services if name.startswith("fiveline-")}
    proxy = (DEPLOY / "container" / "Caddyfile").read_text(encoding="utf-8")
    assert set(re.findall(r"fiveline-\d", proxy)) == processes
    address = services["proxy"]["networks"]["inside"]["ipv4_address"]
    assert all(services[name]["environment"]["FIVELINE_PROXIES"] == address for name in processes)
    assert (ROOT / "deploy/container" / services["fiveline-1"]["build"]["context"]).resolve() == ROOT


def test_what_the_container_copies_is_there():
    text = (DEPLOY / "container" / "Containerfile").read_text(encoding="utf-8")
    for line in re.findall(r"^COPY (?!--from)(.+) \S+$", text, re.MULTILINE):
        assert all((ROOT / name).exists() for name in line.split())


def test_the_board_of_figures_asks_for_figures_that_are_told():
    known = set(re.findall(r"^# TYPE fiveline_(\w+)", generate_latest(registry).decode(), re.MULTILINE))
    board = json.loads((DEPLOY / "monitoring" / "grafana.json").read_text(encoding="utf-8"))
    asked = {
        name
        for panel in board["panels"]
        for target in panel["targets"]
        for name in re.findall(r"fiveline_(\w+)", target["expr"])
    }
    assert asked
    assert {name.removesuffix("_bucket") for name in asked} <= known
    yaml.safe_load((DEPLOY / "monitoring" / "prometheus.yml").read_text(encoding="utf-8"))
