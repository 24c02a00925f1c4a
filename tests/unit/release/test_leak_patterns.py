"""The forms that contact details, keys, private paths and titles take, and what only looks like them."""

import pytest

from linedscript import contacts as contact
from linedscript.release.gates import secrets
from linedscript.release.gates.titles import Title, Titles

CONTACT = {
    "e-mail": [
        "ann.lee@example.com", "ANN@EXAMPLE.COM", "ann@mail.example.co.uk", "ann＠example．com", "ann_lee@例子.cn",
        "ann(at)example.com", "ann [at] example [dot] com", "ann （at） example.com", "ann at example dot com",
    ],
    "phone": [
        "(212) 555-0142", "555-0142", "555–0142", "+1 212 555 0142", "212.555.0142", "212 555 0142", "1-800-555-0142",
        "2125550142", "Tel. 5550142", "call 555 0142", "Phone number: 555 0142", "+44 (0)20 7946 0958", "020 7946 0958",
        "07700 900123", "01632 960983", "five, five, five, zero, one, four, two", "13800138000", "138-0013-8000",
        "138 00138 000", "+86 13800138000", "0086 13800138000", "１３８００１３８０００", "010-65529988",
        "(010)65529988",
        "（010）6552 9988", "０１０－６５５２９９８８", "0571 8765 4321", "400-820-8820", "4008208820",
        "电话：65529988",
        "五五五零一四二", "一三八零零一三八零零零",
    ],
    "account": [
        "QQ：123456789", "QQ号 12345678", "qq群:12345678", "微信：ann_lee88", "微信号 annlee2020", "加微信annlee88",
        "VX：annlee88",
        "WeChat ID: annlee_88", "微信号：wxid_abc123", "微博：@annlee", "@annlee88",
    ],
    "web-address": ["https://example.com/x", "www.example.cn", "example.com", "blog.example.org/a", "annlee.co.uk"],
    "street-address": ["42 Old Mill Road", "P.O. Box 12", "中山路12号", "南京西路一百二十号"],
}  # fmt: skip
NO_CONTACT = [
    "From 1999 to 2004-2005 she saw 12 ships.", "Between 10 and 13 June 2025 at 4:30.",
    "2017-10-07, 10/07/2017, 10:45:30",
    "the 1840-1842 and 1856-1860 logs", "$250,000 or 1,200,000 dollars", "room 2045, unit 138 of 200",
    "s0012.u03 and v0.1.0",
    "Mr. Lund meets Dr. Sayre at noon. Don't go.", "He waits at the door.", "Look at him dot the i.", "one, two, three",
    "Wait... what. He leaves.", "INT. HOUSE - DAY", "第十二场，二〇二五年。", "一九四九年十月一日",
    "公元1949年10月1日", "第三百四十五号",
    "发微信给他，微信里她说没有。", "她在QQ上。",
]  # fmt: skip


@pytest.mark.parametrize(("kind", "text"), [(kind, text) for kind, texts in CONTACT.items() for text in texts])
@pytest.mark.parametrize("around", ["{}", "She says {} twice.", "她说{}。"])
def test_a_contact_detail_is_found_in_either_language(kind: str, text: str, around: str) -> None:
    assert kind in {kind for kind, _ in contact.found(around.format(text))}


@pytest.mark.parametrize("text", NO_CONTACT)
def test_what_only_looks_like_a_contact_detail_is_left(text: str) -> None:
    assert list(contact.found(text)) == []


KEY = "a1B2c3D4" * 5
SECRETS = {
    "api-key": [
        f"sk-{KEY}", f"sk-proj-{KEY}", f"sk-ant-api03-{KEY}", f"sk_live_{KEY}", "AKIAIOSFODNN7EXAMPLE",
        "LTAI5tA1B2C3D4E5F6G7",
        f"AIza{KEY[:35]}", f"gsk_{KEY}", f"xai-{KEY}", f"r8_{KEY}",
    ],
    "token": [
        f"hf_{KEY}", f"ghp_{KEY}", f"github_pat_{KEY}", f"glpat-{KEY}", f"xoxb-{KEY}", f"npm_{KEY}", f"Bearer {KEY}",
        "Authorization: Basic YW5uOnNlY3JldA==", f"123456789:AA{KEY}", f"eyJ{KEY}.eyJ{KEY}.x",
    ],
    "private-key": [
        "-----BEGIN PRIVATE KEY-----", "-----BEGIN RSA PRIVATE KEY-----", "-----BEGIN PGP PRIVATE KEY BLOCK-----",
        "AGE-SECRET-KEY-1QQQ",
    ],
    "password": [
        'password = "correct-horse"', "aws_secret_access_key=wJalrXUtnFEMI", "API_KEY=a1b2c3d4",
        "'api_key': 'a1b2c3d4'",
        "https://ann:horse@example.org/x", "密码：abc12345",
    ],
    "machine-path": [
        "/home/ann/x.jsonl", "/Users/ann/x", "/srv/x", "/scratch/x", "/mnt/disk/x", "/Volumes/Disk/x", "/data/corpus",
        "/lustre/x", "/home/李雷/语料", "~/corpus/x", "~ann/corpus", "C:\\Users\\ann\\x", "D:\\corpus.jsonl",
        "C:/Users/ann/x",
        "\\\\server\\share\\x", "file:///x/y", "%USERPROFILE%\\x", "$HOME/x",
    ],
    "private-path": ["private/identity/en-0001.jsonl", "journal/pilot/units/en-0001.jsonl", "materialized/x.jsonl"],
}  # fmt: skip
NO_SECRETS = [
    "public/private partnership", "a private/public matter", "and/or", "https://example.org/home/ann",
    "data/units/en-0001.jsonl",
    "the secret: nobody knew", "The key: he never left.", "Password? He has none.", "A:\nYes.", "10/12",
    "task-based, risk-averse",
    "INT./EXT. HOUSE", "token = word", "~5 km/h", "He bears a basic need.", "他的密码：没有人知道", "s0001/tmp",
    "w/home",
]  # fmt: skip


@pytest.mark.parametrize(("code", "text"), [(code, text) for code, texts in SECRETS.items() for text in texts])
@pytest.mark.parametrize("around", ["{}", "see {} here", "见{}。"])
def test_a_key_or_a_private_path_is_found_in_either_language(code: str, text: str, around: str) -> None:
    assert code in {code for code, _ in secrets.found(around.format(text))}


@pytest.mark.parametrize("text", NO_SECRETS)
def test_what_only_looks_like_a_key_or_a_path_is_left(text: str) -> None:
    assert [(code, match[0]) for code, match in secrets.found(text)] == []


FILMS = (
    Title(film="en-0001", forms=("Élan & the Widow's Salt",)),
    Title(film="en-0002", forms=("Errata",)),
    Title(film="en-0003", forms=("The Her",)),
    Title(film="zh-0001", forms=("雪落不封箱", "雪落——")),
)


@pytest.mark.parametrize(
    ("film", "text"),
    [
        ("en-0001", "Élan and the Widow’s Salt"),
        ("en-0001", "elan-and-the-widows-salt"),
        ("en-0001", "elan-the-widow-s-salt"),
        ("en-0001", "ELAN_+_THE_WIDOWS_SALT_v2"),
        ("en-0001", "xElanTheWidowsSalt2026"),
        ("en-0001", "ＥＬＡＮ\u3000＆\u3000ＴＨＥ\u3000ＷＩＤＯＷ’Ｓ\u3000ＳＡＬＴ"),
        ("en-0002", "Errata"),
        ("en-0002", "ERRATA"),
        ("en-0003", "the-her"),
        ("zh-0001", "《雪落不封箱》"),
        ("zh-0001", "雪 落 不 封 箱"),
        ("zh-0001", "雪落·不封箱"),
        ("zh-0001", "雪落，不封箱。"),
        ("zh-0001", "电影雪落——就此结束"),
    ],
)
def test_a_title_is_found_in_other_spelling(film: str, text: str) -> None:
    assert film in {film for film, _ in Titles(FILMS).find(text)}


@pytest.mark.parametrize("text", ["errata", "the hermit", "theherd", "elan", "雪落了", "不封箱", "Salt"])
def test_ordinary_words_are_no_title(text: str) -> None:
    assert list(Titles(FILMS).find(text)) == []


def test_in_a_file_name_a_one_word_title_counts_in_any_case() -> None:
    assert [film for film, _ in Titles(FILMS, any_case=True).find("notes/errata.txt")] == ["en-0002"]
