"""Chinese name pools, and the words by which a name's parts are told apart. General knowledge."""

SURNAME_POOL: tuple[str, ...] = tuple(
    """
    沈 陆 顾 梁 邹 秦 江 薛 范 石 崔 贺 倪 汤 尹 黎 易 常 武 乔 赖 龚 文 庞 樊 兰 殷 施 洪 翟 安 颜 庄 柴 覃 辛 管
    卜 路 涂 童 岳 齐 祁 祝 柯 阮 纪 欧 左 晏 甄 詹 娄 冉 卓 古 佟 尚 芦 滕 岑
""".split()
)
COMPOUND_POOL: tuple[str, ...] = ("欧阳", "司马", "上官", "慕容", "司徒", "夏侯", "皇甫", "东方")
WOMEN: tuple[str, ...] = tuple(
    """
    婉清 知夏 若兰 静姝 念慈 采薇 书瑶 雅琴 佩珊 素云 慧敏 秀珍 玉茹 思颖 梦洁 诗韵 丽娟 翠屏 美琪 巧云 芷若 瑞芳
    锦瑟 幼薇 宛如 含笑 凌霜 惠兰 淑仪 文君 曼丽 沛文
""".split()
)
MEN: tuple[str, ...] = tuple(
    """
    建业 志远 德胜 国栋 永年 承志 文昌 启明 泽远 振邦 宏图 立诚 光耀 长庚 守义 伯庸 景行 维汉 士杰 学良 子谦 思齐
    兆丰 鸿飞 天佑 家骏 向东 树人 怀瑾 如松 仲明 克勤
""".split()
)
WOMEN_ONE: tuple[str, ...] = tuple("倩 媛 莹 娜 琳 薇 岚 妍 婕 茜 蕙 芸 菁 璐 颖 雯".split())
MEN_ONE: tuple[str, ...] = tuple("勇 强 磊 刚 涛 伟 峻 毅 昊 彬 钧 骁 铮 恺 楷 卓".split())
NICK: tuple[str, ...] = tuple("豹 牛 虎 菊 桃 杏 燕 莺 蝉 菱 葵 鹿 竹 芹 鹊 雁".split())
PLACES: tuple[str, ...] = tuple(
    """
    云汀 松浦 兰塘 枫溪 杏坞 竹埭 青屿 荷渚 梅岭 白蘋 石湾 栖霞 丹枫 碧潭 渔梁 桐庐 安澜 兴隆 瑞和 同庆 聚源 福康
    长乐 永泰 宁远 广济 玉泉 鹤鸣 麒麟 凤栖
""".split()
)

WOMEN_SIGNS: frozenset[str] = frozenset(
    "婉娟娥芳英秀珍玉琴兰梅莉丽媛婷娜琳薇花香月桂莲霞芬萍燕红艳妹姐淑惠慧洁雅静晴雪婷倩柔菊翠凤娇素巧秋瑶"
)
KIN_FEMALE: tuple[str, ...] = tuple("姐 婶 姨 妹 嫂 妈 奶奶 姑 姑娘 小姐 女士 太太 夫人 闺女 婆婆 娘".split())
KIN_MALE: tuple[str, ...] = ("哥", "叔", "伯", "爷", "弟", "公", "先生", "大爷", "公子", "少爷")
PREFIXES = "老小阿大"
ADDRESS: tuple[str, ...] = tuple(
    """
    先生 小姐 女士 太太 夫人 姑娘 哥 姐 弟 妹 叔 婶 姨 伯 爷 嫂 总 工 局 处 队 导 头 老 公 大哥 大姐 大叔 大婶 大爷
    大妈 大娘 老伯 公子 少爷 大人 家 师傅 老师 经理 团长 队长 院长 校长 局长 处长 科长 主任 医生 大夫 教授 博士 律师
    法官 警官 书记 镇长 村长 县长 市长 厂长 班长 连长 营长 司令 将军 老板 掌柜 秘书 导演 同志 护士 道长 师父 师兄
    师姐 师弟 师妹 员外 知县 捕头
""".split()
)
"""What stands after a surname or a given name when a person is addressed: it stays in the pseudonym."""
COMMON_NAMES: frozenset[str] = frozenset(
    """
    安康 安静 安宁 安心 春风 春光 春花 春天 春雨 大地 大海 大江 大山 大河 大雪 东风 东方 冬天 冬雪 朝阳 晨光 彩虹 彩云
    长江 长青 长生 长寿 丰收 丰年 飞雪 富贵 高兴 高山 光辉 光明 光荣 国庆 海风 海燕 海洋 海边 河边 和平 和气 红星 红旗
    红梅 红日 红叶 胡同 花开 黄河 火星 吉祥 吉利 建设 江边 江山 解放 今天 金山 开心 可人 快乐 劳动 黎明 立春 立秋 凌晨
    路边 满月 美丽 明白 明亮 明天 明星 明月 明珠 南方 平安 平常 前进 青春 青山 青天 清明 清风 秋风 秋天 秋水 日出 荣华
    如意 山水 山村 胜利 石头 太平 天明 天空 天亮 团圆 桃花 荷花 梅花 文化 文明 温柔 无双 希望 夏天 夏雨 小草 小满 小雪
    小雨 小月 小路 小河 小桥 笑天 新春 新华 新生 幸福 幸运 星光 星星 雪花 雪山 阳光 勇敢 永远 远方 月光 月亮 云海 如今
    自强 正义 正直 志气 中秋 忠诚 端午 重阳 自由
""".split()
)
"""Names that are ordinary words too. A Chinese form has no capital by which the two could be told apart."""
HEADS: tuple[str, ...] = tuple(
    sorted(
        """
    戏院 剧院 影院 电影院 医院 卫生院 诊所 公司 集团 文旅 文化 客栈 旅馆 宾馆 酒店 饭店 餐馆 茶馆 茶楼 酒楼 酒吧
    咖啡馆 学校 大学 学院 中学 小学 幼儿园 图书馆 博物馆 公园 广场 车站 火车站 机场 码头 埠头 银行 法院 检察院
    公安局 派出所 警局 监狱 工厂 工地 剧团 戏班 乐队 报社 电视台 电台 出版社 研究所 实验室 教堂 寺 庙 观 祠堂 城 镇
    村 庄 县 市 省 区 州 府 街 路 巷 胡同 弄 桥 河 江 湖 海 山 峰 岭 岛 湾 港 园 院 馆 楼 阁 亭 塔 店 铺 厂 局 所 站
    家 宅 府邸 宫 殿 门 号 船 号船 后台 前台 大堂 大厅 办公室 走廊 病房 房间 房 门口 大门 院子 厨房 卧室 客厅
""".split(),
        key=len,
        reverse=True,
    )
)
"""Words that say what a place or institution is, the longest first."""
REAL_WORLD: frozenset[str] = frozenset(
    """
    中国 北京 上海 天津 重庆 广州 深圳 南京 杭州 苏州 武汉 成都 西安 长沙 沈阳 哈尔滨 大连 青岛 济南 郑州 昆明 贵阳
    福州 厦门 南昌 合肥 太原 石家庄 兰州 西宁 银川 乌鲁木齐 拉萨 海口 南宁 香港 澳门 台湾 台北 美国 英国 法国 德国
    日本 韩国 俄罗斯 纽约 伦敦 巴黎 东京 首尔 新加坡 长江 黄河 长城 故宫 天安门 春节 中秋 中秋节 端午 清明 元旦 冬至
    国庆 丹麦 英格兰 挪威 波兰 德意志 巴黎 罗马
""".split()
)
