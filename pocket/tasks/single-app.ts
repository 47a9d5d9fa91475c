import { inOrder, shown, tapped, tappedWhile, wrote } from './rules.js';
import { stage, type TaskPlan } from './task-plan.js';

/** Tasks inside one app. */
export const SINGLE_APP_TASKS: readonly TaskPlan[] = [
  {
    id: 'dark-theme',
    en: 'Switch the phone to its dark theme.',
    zh: '把手机切换成深色主题。',
    apps: ['Settings'],
    stages: [
      stage('found', 'the theme page is open', 'find', 'settings.theme*'),
      stage('dark', 'the theme is dark', 'set', 'settings.theme~dark'),
    ],
    rules: [shown('settings:theme_radio', { description: 'Dark', checked: true })],
  },
  {
    id: 'screen-timeout',
    en: 'The screen should only turn off by itself after five minutes. Please set that.',
    zh: '请设置屏幕五分钟无操作后才自动熄灭。',
    apps: ['Settings'],
    stages: [
      stage('found', 'the timeouts are shown', 'find', 'settings.timeout*'),
      stage('five', 'five minutes are chosen', 'set', 'settings.timeout~m5'),
    ],
    rules: [shown('settings:timeout_radio', { description: '5 minutes', checked: true })],
  },
  {
    id: 'join-harbor-cafe',
    en: 'Join the Wi-Fi network “Harbor Cafe”. Its password is tidepool9.',
    zh: '连接名为“Harbor Cafe”的无线网络，密码是 tidepool9。',
    apps: ['Settings'],
    stages: [
      stage('network', 'the network asks for its password', 'find', 'settings.password~harbor*'),
      stage('typed', 'the password is typed', 'others', 'settings.password~harbor.typed'),
      stage('joined', 'the phone is connected', 'set', 'settings.network~harbor'),
    ],
    rules: [
      inOrder(wrote('tidepool9'), shown('settings:network', { description: 'Harbor Cafe, connected' })),
    ],
  },
  {
    id: 'earbuds',
    en: 'Connect my earbuds, the “Fern Buds”.',
    zh: '连接我的耳机“Fern Buds”。',
    apps: ['Settings'],
    stages: [
      stage('on', 'Bluetooth is on', 'navigation', 'settings.bluetooth~*on'),
      stage('joined', 'the earbuds are connected', 'set', 'settings.bluetooth~buds.on'),
    ],
    rules: [shown('settings:device', { description: 'Fern Buds, connected' })],
  },
  {
    id: 'weekday-alarm',
    en: 'Set an alarm for 6:45 on weekdays.',
    zh: '设一个工作日早上 6:45 的闹钟。',
    apps: ['Clock'],
    stages: [
      stage('form', 'a new alarm is begun', 'navigation', 'clock.alarm', 'clock.alarm~*'),
      stage('time', 'the time is 6:45', 'set', 'clock.alarm~*early*'),
      stage('saved', 'the alarm is saved for weekdays', 'save', 'clock.alarms~early.week'),
    ],
    rules: [shown('clock:alarm_card_new', { description: '06:45, Weekdays, on' })],
  },
  {
    id: 'lisbon-clock',
    en: 'I want to see the time in Lisbon. Add the city to the world clock.',
    zh: '我想看里斯本（Lisbon）的时间，把这座城市加到世界时钟里。',
    apps: ['Clock'],
    stages: [
      stage('cities', 'cities can be chosen', 'navigation', 'clock.cities*', 'clock.find*'),
      stage('added', 'Lisbon is in the list', 'set', 'clock.world~lisbon'),
    ],
    rules: [shown('clock:city_name', { text: 'Lisbon', on: '.WorldClockActivity' })],
  },
  {
    id: 'ten-minute-timer',
    en: 'Start a timer that runs for ten minutes.',
    zh: '启动一个十分钟的倒计时。',
    apps: ['Clock'],
    stages: [
      stage('length', 'ten minutes are chosen', 'set', 'clock.timer~10*'),
      stage('running', 'the timer runs', 'others', 'clock.timer~10.on'),
    ],
    rules: [shown('clock:stop_timer', { description: 'Stop the timer of 10 minutes' })],
  },
  {
    id: 'cheapest-desk-lamp',
    en: 'Put the cheapest desk lamp that the shop has into the cart.',
    zh: '把商店里最便宜的台灯（desk lamp）放进购物车。',
    apps: ['Shop'],
    stages: [
      stage('lamps', 'the lamps are listed', 'search', 'shop.category~lighting*', 'shop.results~lamp*'),
      stage(
        'ember',
        'the cheapest desk lamp is open',
        'filter',
        'shop.product~ember',
        'shop.product~carted.ember',
      ),
      stage('carted', 'it is in the cart', 'others', 'shop.product~carted.ember'),
    ],
    rules: [tappedWhile('shop:add_to_cart', 'shop:product_name', 'Ember desk lamp')],
  },
  {
    id: 'order-blue-mug',
    en: 'Order one Tern mug in blue from the shop and pay for it with the gift card.',
    zh: '在商店订购一个蓝色的 Tern 马克杯，用礼品卡付款。',
    apps: ['Shop'],
    stages: [
      stage('mug', 'the mug is open', 'find', 'shop.product~mug', 'shop.product~*mug'),
      stage('blue', 'blue is chosen', 'filter', 'shop.product~blue*'),
      stage('gift', 'the gift card pays', 'set', 'shop.checkout~mug-blue.gift'),
      stage('placed', 'the order is placed', 'pay', 'shop.placed~mug-blue.gift'),
    ],
    rules: [
      shown('shop:order_item', { text: 'Tern mug, blue' }),
      shown('shop:order_payment', { text: 'Paid with gift card' }),
    ],
  },
  {
    id: 'wish-blanket',
    en: 'Keep the Brindle wool blanket on the wish list of the shop, I may buy it later.',
    zh: '把商店里的 Brindle 羊毛毯加入心愿单，我以后可能会买。',
    apps: ['Shop'],
    stages: [
      stage('blanket', 'the blanket is open', 'find', 'shop.product~blanket', 'shop.product~*.blanket'),
      stage('wished', 'it is on the wish list', 'save', 'shop.product~wished.blanket'),
    ],
    rules: [tappedWhile('shop:wish_button', 'shop:product_name', 'Brindle wool blanket')],
  },
  {
    id: 'tracking-number',
    en: 'A parcel is on its way to me, there was a mail about it. What is its tracking number? Answer with the number only.',
    zh: '有一个包裹正在寄给我，邮件里有通知。它的运单号是多少？只回答运单号。',
    apps: ['Mail'],
    stages: [stage('mail', 'the mail is open', 'search', 'mail.message~parcel')],
    answers: ['QP-48213', 'QP48213', 'QP 48213'],
    rules: [shown('mail:body_line', { text: 'Tracking number: QP-48213' })],
  },
  {
    id: 'answer-dentist',
    en: 'Answer the mail of the dentist Pia Lorne: “Thursday works for me”.',
    zh: '回复牙医 Pia Lorne 的邮件：“Thursday works for me”。',
    apps: ['Mail'],
    stages: [
      stage('mail', 'her mail is open', 'find', 'mail.message~pia'),
      stage('typed', 'the answer is written', 'others', 'mail.reply~pia.typed'),
      stage('sent', 'the answer is sent', 'send', 'mail.sent~pia'),
    ],
    rules: [inOrder(wrote('Thursday works for me'), shown('mail:recipient', { text: 'To: Pia Lorne' }))],
  },
  {
    id: 'archive-library',
    en: 'Move the reminder from the Kestrel Library out of the inbox, into the archive.',
    zh: '把 Kestrel Library 的还书提醒邮件归档，移出收件箱。',
    apps: ['Mail'],
    stages: [
      stage('mail', 'the mail is open or selected', 'find', 'mail.message~library', 'mail.selected~library'),
      stage('archived', 'it is archived', 'others', 'mail.inbox~library'),
    ],
    rules: [shown('mail:snackbar', { description: 'Archived: Two books are due soon' })],
  },
  {
    id: 'cancel-book-club',
    en: 'I cannot go to the book club on Saturday. Delete it from the calendar.',
    zh: '我星期六不能去读书会（Book club）了，把它从日历里删掉。',
    apps: ['Calendar'],
    stages: [
      stage('event', 'the event is open', 'find', 'calendar.event~book'),
      stage('deleted', 'it is gone', 'others', 'calendar.month~17.book'),
    ],
    rules: [tappedWhile('calendar:button_delete', 'calendar:alert_message', 'Book club', 'include')],
  },
  {
    id: 'call-otto-event',
    en: 'Add an event called “Call Otto” to the calendar, on Friday 16 October at 10:00.',
    zh: '在日历里添加日程“Call Otto”，时间是 10 月 16 日星期五 10:00。',
    apps: ['Calendar'],
    stages: [
      stage('form', 'a new event is begun', 'navigation', 'calendar.edit', 'calendar.edit~16'),
      stage('day', 'it is on Friday', 'set', 'calendar.edit~16.callotto*'),
      stage('saved', 'it is saved at ten', 'save', 'calendar.event~callotto'),
    ],
    rules: [
      shown('calendar:event_title', { text: 'Call Otto', on: '.EventActivity' }),
      shown('calendar:event_time', { text: '10:00', on: '.EventActivity' }),
    ],
  },
  {
    id: 'pin-packing-list',
    en: 'Pin the note “Packing list”, so that it stays at the top.',
    zh: '把笔记“Packing list”置顶。',
    apps: ['Notes'],
    stages: [
      stage('found', 'the note is open or selected', 'find', 'notes.selected~packing', 'notes.note~packing*'),
      stage('pinned', 'it is pinned', 'set', 'notes.list~packing', 'notes.note~packing.pinned'),
    ],
    rules: [
      tapped('notes:action_pin', { description: 'Pin' }),
      shown('notes:note_title', { text: 'Packing list' }),
    ],
  },
  {
    id: 'oat-milk',
    en: 'Put “Oat milk” on my groceries list in the notes.',
    zh: '在笔记的购物清单（Groceries）里加上“Oat milk”。',
    apps: ['Notes'],
    stages: [
      stage('list', 'the list is open', 'find', 'notes.note~groceries*'),
      stage('added', 'the item is on it', 'save', 'notes.note~groceries.added'),
    ],
    rules: [inOrder(wrote('Oat milk'), shown('notes:item_text', { text: 'Oat milk', on: '.NoteActivity' }))],
  },
  {
    id: 'follow-clay',
    en: 'Follow the pottery “Clay & Cove” on Kite.',
    zh: '在 Kite 上关注陶艺店“Clay & Cove”。',
    apps: ['Kite'],
    stages: [
      stage(
        'found',
        'the pottery is found',
        'search',
        'kite.profile~*clay',
        'kite.search~*clay',
        'kite.profile~clay',
        'kite.search~clay',
      ),
      stage(
        'followed',
        'it is followed',
        'follow',
        'kite.profile~followed.clay',
        'kite.search~followed.clay',
      ),
    ],
    rules: [shown('kite:follow_button', { text: 'Following' })],
  },
  {
    id: 'like-rehearsal',
    en: 'Like the latest post of the Old Mill Theatre on Kite.',
    zh: '在 Kite 上给 Old Mill Theatre 最新的一条动态点赞。',
    apps: ['Kite'],
    stages: [
      stage('post', 'the post is open', 'find', 'kite.post~rehearsal', 'kite.post~*rehearsal'),
      stage('liked', 'it is liked', 'like', 'kite.post~liked.rehearsal'),
    ],
    rules: [tappedWhile('kite:like_button', 'kite:author_name', 'Old Mill Theatre')],
  },
  {
    id: 'save-lanterns',
    en: 'Save the post about the lantern festival on Kite, I want to find it again later.',
    zh: '收藏 Kite 上关于灯会的那条动态，我以后还要看。',
    apps: ['Kite'],
    stages: [
      stage('post', 'the post is open', 'find', 'kite.post~lanterns', 'kite.post~*lanterns'),
      stage('saved', 'it is saved', 'save', 'kite.post~saved.lanterns'),
    ],
    rules: [tappedWhile('kite:save_button', 'kite:post_text', 'Lantern festival', 'include')],
  },
  {
    id: 'save-bakery',
    en: 'Save Saffron Bakery in Maps to the list “Want to go”.',
    zh: '在地图里把 Saffron Bakery 收藏到“Want to go”列表。',
    apps: ['Maps'],
    stages: [
      stage('place', 'the bakery is open', ['search', 'location'], 'maps.place~bakery*'),
      stage('saved', 'it is in the list', 'save', 'maps.place~bakery.want'),
    ],
    rules: [
      shown('maps:place_name', { text: 'Saffron Bakery', on: '.PlaceActivity' }),
      shown('maps:action_saved', { text: 'Want to go' }),
    ],
  },
  {
    id: 'mute-hikers',
    en: 'The group Sunday Hikers is too noisy. Mute its notifications.',
    zh: '“Sunday Hikers”群太吵了，把它的通知静音。',
    apps: ['Messages'],
    stages: [
      stage(
        'options',
        'the options of the group are open',
        'find',
        'messages.menu~hikers',
        'messages.group*',
      ),
      stage('muted', 'it is muted', 'set', 'messages.list~hikers', 'messages.group~muted'),
    ],
    rules: [
      {
        type: 'findaction',
        match_type: 'equal',
        match_rules: { action_type: 'click', 'content-desc': 'Mute notifications' },
        check_type: 'equal',
        check_rules: {},
      },
    ],
  },
  {
    id: 'late-noor',
    en: 'Send Noor the message “Running ten minutes late”.',
    zh: '给 Noor 发短信：“Running ten minutes late”。',
    apps: ['Messages'],
    stages: [
      stage('thread', 'the conversation is open', 'find', 'messages.thread~noor', 'messages.thread~*noor'),
      stage('typed', 'the text is written', 'others', 'messages.thread~typed.noor'),
      stage('sent', 'it is sent', 'send', 'messages.thread~sent.noor'),
    ],
    rules: [
      shown('messages:message_out', { text: 'Running ten minutes late' }),
      shown('messages:conversation_title', { text: 'Noor Hadley' }),
    ],
  },
  {
    id: 'favourite-noor',
    en: 'Make Noor Hadley one of my favourite contacts.',
    zh: '把 Noor Hadley 设为常用联系人（收藏）。',
    apps: ['Contacts'],
    stages: [
      stage('card', 'the contact is open', 'find', 'contacts.person~noor', 'contacts.person~star.noor'),
      stage('starred', 'it is a favourite', 'set', 'contacts.person~star.noor'),
    ],
    rules: [tappedWhile('contacts:action_favourite', 'contacts:person_name', 'Noor Hadley')],
  },
  {
    id: 'new-contact',
    en: 'Save a new contact: Iris Penn, phone number 555-0148.',
    zh: '新建联系人 Iris Penn，电话 555-0148。',
    apps: ['Contacts'],
    stages: [
      stage('form', 'a new contact is begun', 'navigation', 'contacts.edit*'),
      stage('filled', 'name and number are filled in', 'others', 'contacts.edit~full.iris'),
      stage('saved', 'the contact is saved', 'save', 'contacts.person~iris'),
    ],
    rules: [
      shown('contacts:person_name', { text: 'Iris Penn' }),
      shown('contacts:phone', { text: '555-0148', on: '.PersonActivity' }),
    ],
  },
];
