/** A domain of everyday life, the apps that stand for it, and the tasks that use them. */
export interface LensDomain {
  readonly name: string;
  readonly kind: 'commercial' | 'system';
  /** Apps of Chinese tasks, then of English ones, as the paper writes them. */
  readonly apps: { readonly zh: readonly string[]; readonly en: readonly string[] };
  /** Tasks that the paper counts; null where it prints a dash. A task counts in each of its domains. */
  readonly tasks: { readonly zh: number | null; readonly en: number | null };
}

type Row = readonly [
  name: string,
  zhApps: string,
  zhTasks: number | null,
  enApps: string,
  enTasks: number | null,
];

const COMMERCIAL: readonly Row[] = [
  ['Online Shopping', 'Taobao, JD.com', 56, 'eBay, AliExpress', 23],
  ['Mobile Payments', 'Alipay', 18, 'PayPal', 2],
  ['Instant Messaging', 'WeChat, QQ', 95, 'Facebook, Telegram', 22],
  ['Lifestyle Sharing', 'Xiaohongshu', 24, 'Instagram', 13],
  ['Knowledge Sharing', 'Zhihu', 20, 'Quora', 5],
  ['Social Media', 'Weibo', 16, 'X', 4],
  ['Video Sharing', 'Bilibili', 21, 'YouTube', 14],
  ['Short Video', 'Douyin', 26, 'TikTok', 2],
  ['Local Services', 'Meituan, Fliggy', 55, 'Trip.com, Booking.com', 21],
  ['Navigation & Transportation', 'Amap, DiDi', 32, 'Google Maps, Uber', 12],
  ['Search', 'Baidu', 27, 'Google Chrome', 13],
  ['Digital Reading', 'Tomato Novel', 16, 'WebNovel', 5],
  ['Online Meetings', 'Tencent Meeting', 10, 'Zoom', 4],
  ['News Aggregation', 'Toutiao', 9, 'Google News', 5],
  ['Cloud Storage', 'Alibaba Cloud Drive', 9, 'Google Drive', 10],
  ['Office Tools', 'WPS Office', 16, 'Microsoft Office', 2],
  ['Logistics Tracking', 'Cainiao', 3, '17Track', 1],
  ['Secondhand Marketplace', 'Xianyu', 12, 'eBay', 8],
  ['Workplace Collaboration', 'Feishu, DingDing', 18, 'Teams', 7],
  ['Music Streaming', 'QQ Music', 16, 'Spotify', 8],
  ['Video Streaming', 'Youku', 24, 'Prime Video', 4],
  ['Task Management', 'DIDA', 12, 'Microsoft To Do', null],
  ['Local Reviews', 'Dianping', 10, 'Yelp', 5],
  ['Job Recruitment', 'BOSS Zhipin', 1, 'LinkedIn', 4],
  ['Fitness & Health', 'KEEP', 9, 'MyFitnessPal', 2],
  ['App Store', 'App Store', 4, 'Play Store', null],
];

/** System apps have the name of their domain, in both languages. */
const SYSTEM: readonly (readonly [name: string, zhTasks: number, enTasks: number])[] = [
  ['Weather', 17, 7],
  ['Calculator', 13, 10],
  ['Calendar', 21, 9],
  ['Clock', 5, 5],
  ['Messages', 9, 2],
  ['Contacts', 10, 8],
  ['Photos', 15, 15],
  ['Mail', 11, 6],
  ['Notes', 19, 11],
  ['Recorder', 2, 1],
  ['My Files', 9, 18],
  ['Settings', 4, 12],
];

/** The 38 domains in the paper's order. Source: AndroidLens paper (supplement), Table 5. */
export const LENS_DOMAINS: readonly LensDomain[] = [
  ...COMMERCIAL.map(([name, zh, zhTasks, en, enTasks]): LensDomain => ({
    name,
    kind: 'commercial',
    apps: { zh: zh.split(', '), en: en.split(', ') },
    tasks: { zh: zhTasks, en: enTasks },
  })),
  ...SYSTEM.map(([name, zh, en]): LensDomain => ({
    name,
    kind: 'system',
    apps: { zh: [name], en: [name] },
    tasks: { zh, en },
  })),
];

/** What the apps are called on the phone, by the paper's name; inferred, since the paper prints English names alone. */
const CHINESE_NAMES: Readonly<Record<string, readonly string[]>> = {
  Taobao: ['淘宝'],
  'JD.com': ['京东', 'JD'],
  Alipay: ['支付宝'],
  WeChat: ['微信', 'Weixin'],
  Xiaohongshu: ['小红书', 'RedNote'],
  Zhihu: ['知乎'],
  Weibo: ['微博'],
  Bilibili: ['哔哩哔哩', 'B站'],
  Douyin: ['抖音'],
  Meituan: ['美团'],
  Fliggy: ['飞猪', '飞猪旅行'],
  Amap: ['高德', '高德地图', 'Gaode Map'],
  DiDi: ['滴滴', '滴滴出行'],
  Baidu: ['百度'],
  'Tomato Novel': ['番茄小说', '番茄免费小说'],
  'Tencent Meeting': ['腾讯会议'],
  Toutiao: ['今日头条', '头条'],
  'Alibaba Cloud Drive': ['阿里云盘'],
  Cainiao: ['菜鸟', '菜鸟裹裹'],
  Xianyu: ['闲鱼'],
  Feishu: ['飞书'],
  DingDing: ['钉钉', 'DingTalk'],
  'QQ Music': ['QQ音乐'],
  Youku: ['优酷', '优酷视频'],
  DIDA: ['滴答清单', 'TickTick'],
  Dianping: ['大众点评'],
  'BOSS Zhipin': ['BOSS直聘'],
  'App Store': ['应用商店', '应用市场'],
  Weather: ['天气'],
  Calculator: ['计算器'],
  Calendar: ['日历'],
  Clock: ['时钟', '闹钟'],
  Messages: ['短信', '信息'],
  Contacts: ['联系人', '通讯录'],
  Photos: ['相册', '图库', 'Gallery'],
  Mail: ['邮件', '邮箱'],
  Notes: ['便签', '笔记', '备忘录'],
  Recorder: ['录音机', '录音'],
  'My Files': ['文件管理', '文件', '我的文件', 'Files'],
  Settings: ['设置'],
};

const NAMES: ReadonlyMap<string, string> = new Map(LENS_DOMAINS.map(({ name }) => [plain(name), name]));

const DOMAINS_OF_APPS: ReadonlyMap<string, readonly string[]> = byApp();

function byApp(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { name, apps } of LENS_DOMAINS) {
    for (const app of new Set([...apps.zh, ...apps.en])) {
      for (const called of [app, ...(CHINESE_NAMES[app] ?? [])]) {
        const domains = found.get(plain(called)) ?? [];
        found.set(plain(called), [...domains, name]);
      }
    }
  }
  return found;
}

/** The paper's name of a domain, however it is written; null for what is none. */
export function domainNamed(name: string): string | null {
  return NAMES.get(plain(name)) ?? null;
}

/** The domains that an app stands for: eBay for two, most for one, unknown ones for none. */
export function domainsOfApp(app: string): readonly string[] {
  return DOMAINS_OF_APPS.get(plain(app)) ?? [];
}

/** Letters and digits alone, in small letters. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
