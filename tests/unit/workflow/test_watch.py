import subprocess
import sys

WATCHED = "import sys; print('up', flush=True); sys.stdin.read()"
WATCHING = (
    "import sys; from linedscript.workflow.watch import end_with; end_with(int(sys.argv[1]));"
    "print('up', flush=True); sys.stdin.read()"
)


def test_a_job_ends_when_its_build_is_killed():
    with (
        subprocess.Popen([sys.executable, "-c", WATCHED], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as build,
        subprocess.Popen(
            [sys.executable, "-c", WATCHING, str(build.pid)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as job,
    ):
        build.stdout.readline(), job.stdout.readline()
        build.kill()
        assert job.wait(timeout=600) == 137


def test_a_job_whose_build_has_already_ended_ends_at_once():
    with subprocess.Popen([sys.executable, "-c", "pass"]) as build:
        pass
    job = subprocess.run(
        [sys.executable, "-c", WATCHING, str(build.pid)], stdin=subprocess.DEVNULL, capture_output=True
    )
    assert job.returncode == 137 and job.stdout == b""


def test_a_job_runs_on_while_its_build_lives():
    code = WATCHING.replace("sys.stdin.read()", "print('done')")
    job = subprocess.run(
        [
            sys.executable,
            "-c",
            "import os, subprocess, sys;"
            "sys.exit(subprocess.run([sys.executable, '-c', sys.argv[1], str(os.getpid())]).returncode)",
            code,
        ],
        capture_output=True,
        text=True,
    )
    assert (job.returncode, job.stdout) == (0, "up\ndone\n")


def test_a_stage_command_whose_dvc_is_already_gone_ends_at_once():
    code = "from linedscript.workflow.watch import end_with_dvc; end_with_dvc(); print('ran on')"
    command = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (command.returncode, command.stdout) == (137, "")
