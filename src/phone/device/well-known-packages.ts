import { createHash } from 'node:crypto';

/**
 * Packages of well-known apps and the names that people call the apps by, first the one most say. Facts of the apps'
 * stores; where a world recorded no packages, its apps are given these.
 */
const NAMES_OF_PACKAGES: readonly (readonly [app: string, ...names: string[]])[] = [
  ['com.android.settings', 'Settings', '设置', '系统设置'],
  ['com.android.chrome', 'Chrome', 'Google Chrome', 'Browser', '浏览器'],
  ['com.google.android.apps.maps', 'Google Maps', 'Maps', 'Map', '地图', '谷歌地图'],
  ['com.google.android.gm', 'Gmail', 'Mail', 'Email', 'E-mail', '邮件', '邮箱'],
  ['com.google.android.youtube', 'YouTube'],
  ['com.google.android.calendar', 'Google Calendar', 'Calendar', '日历'],
  ['com.google.android.contacts', 'Contacts', 'People', '联系人', '通讯录'],
  ['com.google.android.dialer', 'Phone', 'Dialer', '电话'],
  ['com.google.android.apps.messaging', 'Messages', 'SMS', 'Google Messages', '短信', '信息', '消息'],
  ['com.google.android.deskclock', 'Clock', 'Alarm', '时钟', '闹钟'],
  ['com.google.android.calculator', 'Calculator', '计算器'],
  ['com.google.android.apps.photos', 'Google Photos', 'Photos', 'Gallery', '相册', '图库'],
  ['com.google.android.keep', 'Keep', 'Google Keep', 'Keep Notes'],
  ['com.google.android.apps.docs', 'Google Drive', 'Drive'],
  ['com.google.android.documentsui', 'Files', '文件', '文件管理'],
  ['com.google.android.googlequicksearchbox', 'Google', 'Google Search'],
  ['com.android.vending', 'Play Store', 'Google Play Store', 'Google Play', '应用商店'],
  ['com.android.camera2', 'Camera', '相机'],
  ['com.whatsapp', 'WhatsApp'],
  ['com.instagram.android', 'Instagram'],
  ['com.facebook.katana', 'Facebook'],
  ['com.facebook.orca', 'Messenger'],
  ['com.twitter.android', 'X', 'Twitter'],
  ['com.zhiliaoapp.musically', 'TikTok'],
  ['com.spotify.music', 'Spotify'],
  ['com.netflix.mediaclient', 'Netflix'],
  ['com.amazon.mShop.android.shopping', 'Amazon', 'Amazon Shopping'],
  ['com.booking', 'Booking.com', 'Booking'],
  ['com.airbnb.android', 'Airbnb'],
  ['com.ubercab', 'Uber'],
  ['com.reddit.frontpage', 'Reddit'],
  ['org.telegram.messenger', 'Telegram'],
  ['com.linkedin.android', 'LinkedIn'],
  ['com.pinterest', 'Pinterest'],
  ['com.microsoft.office.outlook', 'Outlook'],
  ['com.tencent.mm', '微信', 'WeChat'],
  ['com.tencent.mobileqq', 'QQ'],
  ['com.tencent.qqmusic', 'QQ音乐', 'QQ Music'],
  ['com.tencent.qqlive', '腾讯视频', 'Tencent Video'],
  ['com.tencent.map', '腾讯地图'],
  ['com.taobao.taobao', '淘宝', 'Taobao'],
  ['com.tmall.wireless', '天猫', 'Tmall'],
  ['com.jingdong.app.mall', '京东', 'JD', 'JD.com'],
  ['com.xunmeng.pinduoduo', '拼多多', 'Pinduoduo', 'Temu'],
  ['com.taobao.idlefish', '闲鱼'],
  ['com.eg.android.AlipayGphone', '支付宝', 'Alipay'],
  ['com.sankuai.meituan', '美团', 'Meituan'],
  ['com.dianping.v1', '大众点评', 'Dianping'],
  ['me.ele', '饿了么', 'Ele.me'],
  ['com.ss.android.ugc.aweme', '抖音', 'Douyin'],
  ['com.smile.gifmaker', '快手', 'Kuaishou'],
  ['com.kwai.videoeditor', '快影'],
  ['tv.danmaku.bili', '哔哩哔哩', 'bilibili', 'B站'],
  ['com.qiyi.video', '爱奇艺', 'iQIYI'],
  ['com.youku.phone', '优酷', 'Youku'],
  ['com.phoenix.read', '红果免费短剧', '红果短剧', '红果'],
  ['com.dragon.read', '番茄小说', '番茄免费小说'],
  ['com.xingin.xhs', '小红书', 'Xiaohongshu', 'RedNote'],
  ['com.sina.weibo', '微博', '新浪微博', 'Weibo'],
  ['com.zhihu.android', '知乎', 'Zhihu'],
  ['com.ss.android.article.news', '今日头条', 'Toutiao'],
  ['com.baidu.searchbox', '百度', 'Baidu', '百度浏览器'],
  ['com.baidu.BaiduMap', '百度地图', 'Baidu Maps'],
  ['com.autonavi.minimap', '高德地图', '高德', 'Amap', 'Gaode'],
  ['com.netease.cloudmusic', '网易云音乐', 'NetEase Cloud Music'],
  ['com.ximalaya.ting.android', '喜马拉雅', 'Ximalaya'],
  ['ctrip.android.view', '携程旅行', '携程', 'Ctrip'],
  ['com.Qunar', '去哪儿旅行', '去哪儿', 'Qunar'],
  ['com.taobao.trip', '飞猪旅行', '飞猪', 'Fliggy'],
  ['com.MobileTicket', '铁路12306', '12306'],
  ['com.sdu.didi.psnger', '滴滴出行', '滴滴', 'DiDi'],
  ['com.wuba', '58同城', '58'],
  ['com.lianjia.beike', '贝壳找房', '贝壳'],
  ['cn.wps.moffice_eng', 'WPS Office', 'WPS'],
  ['com.alibaba.android.rimet', '钉钉', 'DingTalk'],
  ['com.ss.android.lark', '飞书', 'Feishu', 'Lark'],
  ['com.larus.nova', '豆包', 'Doubao'],
  ['com.heytap.speechassist', '小布助手', '小布', 'Breeno'],
  ['com.heytap.browser', 'OPPO浏览器'],
  ['com.oppo.store', 'OPPO商城'],
];

/** The home screen of a phone whose own nobody recorded. */
export const LAUNCHER = { package: 'com.android.launcher', activity: '.Launcher' } as const;

/** Packages of what is no app of the launcher. */
const OTHERS: readonly string[] = [LAUNCHER.package, 'com.android.contacts', 'com.android.systemui'];

const PACKAGE_OF_NAME: ReadonlyMap<string, string> = new Map(
  // Earlier lines go first where two apps share a name.
  NAMES_OF_PACKAGES.toReversed().flatMap(([app, ...names]) =>
    names.map((name) => [fold(name), app] as const),
  ),
);

function fold(name: string): string {
  return name.trim().toLowerCase();
}

/** Package of a well-known app by any of its names, however written; null for others. */
export function packageOfName(name: string): string | null {
  return PACKAGE_OF_NAME.get(fold(name)) ?? null;
}

/** Whether a package came with the phone rather than from a store. */
export function isSystemPackage(app: string): boolean {
  return (
    app.startsWith('com.android.') || app.startsWith('com.google.android.') || app.startsWith('com.heytap.')
  );
}

const PACKAGE_OF_HASH: ReadonlyMap<string, string> = new Map(
  [...NAMES_OF_PACKAGES.map(([app]) => app), ...OTHERS].map((app) => [
    createHash('md5').update(app).digest('hex'),
    app,
  ]),
);

/**
 * Package in front when a phone took a screenshot, from the name that it gave the file: some write the MD5 of the package
 * at its end. Null where the name says nothing or the package is not well known.
 *
 * Source: file names of the ColorBench graph.
 */
export function packageOfFileName(name: string): string | null {
  const hash = /Screenshot_[\d-]+_([0-9a-f]{32})\.[a-z]+$/.exec(name)?.[1];
  return hash === undefined ? null : (PACKAGE_OF_HASH.get(hash) ?? null);
}
