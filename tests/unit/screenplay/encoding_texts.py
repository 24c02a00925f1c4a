"""Short scripts in the writings whose encodings are told apart, by language: (encodings that hold it, text)."""

TEXTS: dict[str, tuple[tuple[str, ...], str]] = {
    "french": (
        ("iso-8859-1", "cp1252", "mac-roman", "utf-16-le", "utf-16-be"),
        """INT. CAFÉ DE LA GARE - SOIR

Une salle étroite, presque vide. Derrière le comptoir, HÉLÈNE essuie des verres déjà secs.

HÉLÈNE
Tu n'as pas mangé ? Il reste du pâté et un peu de fromage.

MARC
(gêné)
Je ne suis pas venu pour ça. Où est passé le garçon que j'ai vu hier ?

HÉLÈNE
Il a pris le train de huit heures. Ça t'étonne ?

Marc regarde la pendule arrêtée. Dehors, la pluie tombe à grosses gouttes sur le quai désert.

MARC
Il m'avait juré qu'il resterait jusqu'à la fête. Même sa mère l'a cru.

EXT. QUAI - NUIT

Le chef de gare siffle. Une fenêtre s'éclaire, là-bas, au bout de la voie.
""",
    ),
    "german": (
        ("iso-8859-1", "cp1252", "mac-roman", "cp850"),
        """INNEN. KÜCHE - MORGEN

GRETE steht am Herd und rührt in einem großen Topf. Die Tür geht auf, JÜRGEN kommt herein.

JÜRGEN
Schläft er noch? Wir müssten längst über die Brücke sein.

GRETE
Lass ihn. Er hat die halbe Nacht gehustet.

Jürgen setzt sich, zieht die Stiefel aus und stellt sie neben den Ofen. Draußen bellt ein Hund.

JÜRGEN
(müde)
Der Müller hat gefragt, ob wir das Heu früher abholen können. Ich hab ihm gesagt, er muss sich gedulden.

GRETE
Und was hat er geantwortet?

JÜRGEN
Dass es am Wochenende regnen wird. Möglich wär's.
""",
    ),
    "spanish": (
        ("iso-8859-1", "cp1252", "mac-roman"),
        """INT. PENSIÓN LA ESTACIÓN - MAÑANA

DOÑA INÉS abre las persianas. El niño duerme todavía, con los zapatos puestos.

DOÑA INÉS
¿A qué hora llegó tu señor tío? ¡Contéstame cuando te hablo!

NIÑO
(sin abrir los ojos)
No sé. Ya había amanecido.

Ella recoge del suelo un sombrero mojado. Debajo hay un billete de autobús y un pañuelo con una inicial bordada.

DOÑA INÉS
Así que estuvo en Jaén. Él, que jamás sale del pueblo después de la misa.

El niño se sienta de golpe. Afuera suena una campana, lejos, y después otra más cerca.
""",
    ),
    "english": (
        ("cp1252", "mac-roman", "utf-16-le", "utf-16-be"),
        """INT. BOATHOUSE – NIGHT

Rain on a tin roof. NORA lights the lamp and sets it on the sill, where it’s always been.

NORA
You said you’d be here by six… It’s past nine.

WALT
The bridge was out. I came round by the quarry—four miles in this.

She won’t look at him. He puts a wet envelope on the bench between them.

NORA
(reading)
“Dear Mrs. Ames, we regret that the sale can’t go forward.” That’s all?

WALT
There’s a second page. You’d better sit.

He pulls off one boot, then the other, and pours the water out the door.
""",
    ),
    "polish": (
        ("cp1250", "iso-8859-2"),
        """WN. KUCHNIA – WIECZÓR

Stara kobieta stawia na stole garnek z zupą. Mąż nie podnosi głowy znad gazety.

ŻONA
Znowu dzwonił ten człowiek z urzędu. Powiedziałam mu, że śpisz.

MĄŻ
I bardzo dobrze. Niech przyjdzie jutro, jeśli mu się tak śpieszy.

ŻONA
Mówił, że ma dla ciebie jakiś list. Z pieczęcią, ważny.

Mąż powoli składa gazetę. Za oknem przejeżdża pociąg i szyby zaczynają drżeć.
""",
    ),
    "russian": (
        ("cp1251", "koi8-u", "cp866", "iso-8859-5", "utf-16-le", "utf-16-be"),
        """ИНТ. ВОКЗАЛ - НОЧЬ

Пустой зал ожидания. На скамейке у окна сидит ВЕРА с чемоданом на коленях. Входит СТОРОЖ.

СТОРОЖ
Поезда до утра не будет. Шли бы вы домой, барышня.

ВЕРА
Мне некуда. Я подожду здесь, если можно.

Сторож вздыхает, снимает шапку и садится рядом. Долго молчат. За стеной гудит маневровый паровоз.

СТОРОЖ
(тихо)
Я вашего отца знал. Он тоже всё куда-то ехал, всё боялся опоздать.

ВЕРА
Вы ошиблись. Мой отец жив.

НАТ. ПЕРРОН - УТРО

Туман. Обходчик стучит молотком по колёсам. Вера стоит у края платформы и смотрит туда, откуда должен прийти поезд.
""",
    ),
    "simplified": (
        ("gb18030", "utf-16-le", "utf-16-be"),
        """第一场　内景　修表铺　傍晚

△老周戴着放大镜，低头拨弄一只旧怀表。柜台上摊着十几个小零件，台灯照得他额头发亮。

小满：师傅，外面有人等您，说是从县里来的。

老周：让他坐。这根游丝再断，可就真没处配了。

△门帘一掀，赵科长走进来，裤脚上全是泥。

赵科长：（拍着衣服）老周啊，你这巷子的路该修修了。

老周：路是你们管的，表才是我管的。

△小满忍不住笑出声，赶紧转过身去倒茶。

第二场　外景　渡口　夜

△雾很大，看不见对岸的灯。小满提着马灯站在石阶上，一遍一遍地喊。

小满（画外音）：那天晚上我喊了多久，自己也记不清了。后来船夫说，河水把声音都吞了下去。

船夫：别喊了，姑娘。他要是想回来，早就听见了。
""",
    ),
    "traditional": (
        ("big5hkscs", "gb18030", "utf-16-le", "utf-16-be"),
        """第一場　內景　鐘錶店　傍晚

△老周戴著放大鏡，低頭撥弄一隻舊懷錶。櫃檯上攤著十幾個小零件，檯燈照得他額頭發亮。

阿滿：師傅，外面有人等您，說是從縣裡來的。

老周：讓他坐。這根游絲再斷，可就真沒地方配了。

△門簾一掀，趙先生走進來，褲腳上全是泥。

趙先生：（拍著衣服）老周啊，你這條巷子的路該修一修了。

老周：路是你們管的，錶才是我管的。

△阿滿忍不住笑出聲，趕緊轉過身去倒茶。

第二場　外景　渡口　夜

△霧很大，看不見對岸的燈。阿滿提著馬燈站在石階上，一遍一遍地喊。

阿滿（旁白）：那天晚上我喊了多久，自己也記不清了。後來船夫說，河水把聲音都吞了下去。

船夫：別喊了，姑娘。他要是想回來，早就聽見了。
""",
    ),
    "japanese": (
        ("cp932", "euc_jp", "utf-16-le", "utf-16-be"),
        """○古い時計店・中（夕方）

　棚に並んだ柱時計が、少しずつ違う時刻を指している。
　店主の源造（68）、虫眼鏡をのぞきながら懐中時計を直している。

美代「おじいちゃん、お客さんが来てるよ」

源造「待ってもらえ。このゼンマイが切れたら、もう代わりがないんだ」

　戸が開いて、役場の木村（35）が入ってくる。ズボンの裾が泥だらけ。

木村「まったく、この路地はいつになったら舗装されるんですか」

源造「道はあんたらの仕事だろう。わしの仕事は時計だ」

　美代、思わず吹き出して、あわててお茶をいれに行く。

○渡し場（夜）

　深い霧。向こう岸の灯りは見えない。

美代の声「あの夜、どれだけ呼んだのか、自分でも覚えていません」
""",
    ),
    "korean": (
        ("cp949", "utf-16-le", "utf-16-be"),
        """S#1. 시계방 안 (저녁)

낡은 벽시계들이 저마다 다른 시간을 가리키고 있다. 주인 영감이 돋보기를 쓰고 회중시계를 고친다.

미나
할아버지, 손님 오셨어요. 군청에서 나오셨대요.

영감
기다리라고 해라. 이 태엽이 끊어지면 이제 구할 데도 없어.

문이 열리고 김 과장이 들어온다. 바짓단이 온통 진흙이다.

김 과장
이 골목은 도대체 언제 고친답니까?

영감
길은 자네들이 맡은 일이고, 나는 시계만 고치네.

미나가 웃음을 참지 못하고 얼른 돌아서서 차를 따른다.
""",
    ),
}
FOREIGN: dict[str, tuple[str, str]] = {
    "greek": ("cp1253", "Η νύχτα πέφτει πάνω από το λιμάνι και κανείς δεν μιλάει. Ο γέρος ανάβει τη λάμπα.\n"),
    "hebrew": ("cp1255", "הלילה יורד על הנמל ואיש אינו מדבר. הזקן מדליק את המנורה ויושב ליד החלון.\n"),
    "arabic": ("cp1256", "يهبط الليل على الميناء ولا يتكلم أحد. يشعل العجوز المصباح ويجلس قرب النافذة.\n"),
    "thai": ("cp874", "กลางคืนมาถึงท่าเรือและไม่มีใครพูดอะไร ชายชราจุดตะเกียงแล้วนั่งลงข้างหน้าต่าง\n"),
}
"""Writings that aren't read without the encoding's name: (encoding, text)."""
