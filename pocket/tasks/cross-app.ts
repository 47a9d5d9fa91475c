import { endsWith, inOrder, shown, tappedWhile, wrote } from './rules.js';
import { stage, type TaskPlan } from './task-plan.js';

/** Screens from which the first event of tomorrow can be read. */
const FERRY = [
  'calendar.month~15',
  'calendar.agenda',
  'calendar.event~ferry',
  'calendar.search~ferry',
  'home.shade*',
];

/** Tasks that carry something from one app to another. */
export const CROSS_APP_TASKS: readonly TaskPlan[] = [
  {
    id: 'walk-to-mira',
    en: 'Show me the way to Mira’s home on foot. Her address is in the contacts.',
    zh: '显示步行去 Mira 家的路线，她的地址在联系人里。',
    apps: ['Contacts', 'Maps'],
    stages: [
      stage('card', 'her address is seen', 'find', 'contacts.person~mira'),
      stage('place', 'it is found on the map', 'location', 'maps.place~mira'),
      stage('walk', 'the way on foot is shown', 'navigation', 'maps.route~mira.walk'),
    ],
    rules: [
      inOrder(
        shown('contacts:address', { text: '14 Juniper Lane' }),
        shown('maps:route_goal', { text: '14 Juniper Lane' }),
        shown('maps:route_mode', { text: 'Walk' }),
      ),
    ],
  },
  {
    id: 'dentist-event',
    en: 'Pia Lorne has mailed the date of my next dental check-up. Put it into the calendar under the title “Dentist”.',
    zh: 'Pia Lorne 发邮件告知了下次牙科检查的时间，把它加到日历里，标题为“Dentist”。',
    apps: ['Mail', 'Calendar'],
    stages: [
      stage('mail', 'the date is read', 'find', 'mail.message~pia'),
      stage('day', 'the event is on that day', ['memory', 'copy'], 'calendar.edit~22.dentist*'),
      stage('saved', 'it is saved', 'save', 'calendar.event~dentist'),
    ],
    rules: [
      wrote('Dentist'),
      inOrder(
        shown('mail:sender', { text: 'Pia Lorne', on: '.MessageActivity' }),
        shown('calendar:event_title', { text: 'Dentist', on: '.EventActivity' }),
      ),
      shown('calendar:event_date', { text: 'Thu 22 October', on: '.EventActivity' }),
    ],
  },
  {
    id: 'tracking-to-tomas',
    en: 'Tomas needs the tracking number of my parcel, which came by mail. Send him the number in a message, nothing else.',
    zh: 'Tomas 需要我包裹的运单号（在邮件里）。用短信把运单号发给他，不要写别的。',
    apps: ['Mail', 'Messages'],
    stages: [
      stage('mail', 'the number is read', 'search', 'mail.message~parcel'),
      stage('typed', 'the number is written to Tomas', ['memory', 'copy'], 'messages.thread~typed.tomas'),
      stage('sent', 'it is sent', 'send', 'messages.thread~sent.tomas'),
    ],
    rules: [
      inOrder(
        shown('mail:body_line', { text: 'Tracking number: QP-48213' }),
        wrote('QP-48213'),
        shown('messages:message_out', { text: 'QP-48213' }),
      ),
    ],
  },
  {
    id: 'gift-into-cart',
    en: 'Look up in the note “Gift ideas” what Lin would like, and put exactly that into the cart of the shop.',
    zh: '在笔记“Gift ideas”里查看林悦想要什么，然后把它（一模一样的）放进商店购物车。',
    apps: ['Notes', 'Shop'],
    stages: [
      stage('note', 'the note is read', 'find', 'notes.note~gifts'),
      stage('mug', 'the mug is open', 'search', 'shop.product~mug', 'shop.product~*mug'),
      stage('carted', 'the blue one is in the cart', 'memory', 'shop.product~blue.carted.mug'),
    ],
    rules: [
      inOrder(
        shown('notes:item_text', { text: 'Lin: Tern mug, the blue one' }),
        tappedWhile('shop:add_to_cart', 'shop:colour_name', 'Colour: Blue'),
      ),
    ],
  },
  {
    id: 'ferry-alarm',
    en: 'See in the calendar when my first event begins tomorrow, and set a one-time alarm for one hour before it.',
    zh: '看看日历里明天第一个日程几点开始，并设一个比它早一小时的一次性闹钟。',
    apps: ['Calendar', 'Clock'],
    stages: [
      stage('event', 'the event is seen', 'find', ...FERRY),
      stage('alarm', 'the alarm is set', ['memory', 'set'], 'clock.alarms~early.once'),
    ],
    rules: [wrote('45'), shown('clock:alarm_card_new', { description: '06:45, Once, on' })],
  },
  {
    id: 'lanterns-to-lin',
    en: 'Lin asked about the lantern festival. Send her the post about it from Kite.',
    zh: '林悦在问灯会的事，把 Kite 上关于灯会的动态转发给她。',
    apps: ['Kite', 'Messages'],
    stages: [
      stage('post', 'the post is open', 'find', 'kite.post~lanterns', 'kite.post~*lanterns'),
      stage('sheet', 'it can be shared', 'share', 'share.sheet~lanterns'),
      stage('sent', 'Lin has it', 'send', 'share.sheet~lin.lanterns'),
    ],
    rules: [
      shown('share:share_title', { text: 'Lantern festival at Harbour Square' }),
      shown('share:undo_send', { description: 'Undo sending to Lin Yue 林悦' }),
    ],
  },
  {
    id: 'bakery-contact',
    en: 'Save Saffron Bakery as a contact, with the phone number that Maps shows.',
    zh: '把 Saffron Bakery 存为联系人，电话用地图上显示的号码。',
    apps: ['Maps', 'Contacts'],
    stages: [
      stage('place', 'the bakery is open', ['search', 'location'], 'maps.place~bakery*'),
      stage('filled', 'name and number are filled in', ['memory', 'copy'], 'contacts.edit~full.bakery'),
      stage('saved', 'the contact is saved', 'save', 'contacts.business~bakery'),
    ],
    rules: [
      inOrder(
        shown('maps:place_phone', { text: '555-0171' }),
        shown('contacts:business_name', { text: 'Saffron Bakery' }),
      ),
    ],
  },
  {
    id: 'door-code-note',
    en: 'Wren wrote me the door code of the cabin. Keep it in a new note with the title “Door code”.',
    zh: 'Wren 给我发过小屋的门锁密码，新建一条标题为“Door code”的笔记把它记下来。',
    apps: ['Messages', 'Notes'],
    stages: [
      stage(
        'code',
        'the code is read',
        'find',
        'messages.thread~wren',
        'messages.thread~*wren',
        'messages.search~wren',
      ),
      stage('written', 'title and code are written', ['memory', 'copy'], 'notes.edit~full'),
      stage('saved', 'the note is saved', 'save', 'notes.list~door'),
    ],
    rules: [inOrder(wrote('Door code'), wrote('7305'), shown('notes:note_line', { text: '7305' }))],
  },
  {
    id: 'dinner-event',
    en: 'Tomas has proposed a time for dinner in a message. Put it into the calendar as “Dinner with Tomas”.',
    zh: 'Tomas 在短信里提议了吃晚饭的时间，把它加到日历里，标题是“Dinner with Tomas”。',
    apps: ['Messages', 'Calendar'],
    stages: [
      stage(
        'message',
        'the proposal is read',
        'find',
        'messages.thread~tomas',
        'messages.thread~*tomas',
        'messages.search~tomas',
      ),
      stage('day', 'the event is on Saturday', ['memory', 'set'], 'calendar.edit~17.dinner*'),
      stage('saved', 'it is saved', 'save', 'calendar.event~dinner'),
    ],
    rules: [
      wrote('Dinner with Tomas'),
      shown('calendar:event_title', { text: 'Dinner with Tomas', on: '.EventActivity' }),
      shown('calendar:event_time', { text: '19:00', on: '.EventActivity' }),
    ],
  },
  {
    id: 'mug-to-mira',
    en: 'Show Mira the Tern mug: send it to her from the shop.',
    zh: '把商店里的 Tern 马克杯分享给 Mira 看。',
    apps: ['Shop', 'Messages'],
    stages: [
      stage('mug', 'the mug is open', 'search', 'shop.product~mug', 'shop.product~*mug'),
      stage('sheet', 'it can be shared', 'share', 'share.sheet~mug'),
      stage('sent', 'Mira has it', 'send', 'share.sheet~mira.mug'),
    ],
    rules: [
      shown('share:share_title', { text: 'Tern mug' }),
      shown('share:undo_send', { description: 'Undo sending to Mira Solberg' }),
    ],
  },
  {
    id: 'model-number-mail',
    en: 'Pocket Support asks by mail for the model number of this phone. Look it up in the settings and answer them with the number only.',
    zh: 'Pocket Support 发邮件询问这台手机的型号编码（model number）。在设置里查到它，并只用该编码回复他们。',
    apps: ['Settings', 'Mail'],
    stages: [
      stage('about', 'the number is seen', 'find', 'settings.about'),
      stage(
        'typed',
        'the number is written',
        ['memory', 'copy'],
        'mail.reply~support.typed',
        'mail.compose~typed.support',
      ),
      stage('sent', 'it is sent', 'send', 'mail.sent~support'),
    ],
    rules: [
      inOrder(
        shown('settings:fact_value', { text: 'PK-1174' }),
        wrote('PK-1174'),
        shown('mail:recipient', { text: 'To: Pocket Support' }),
      ),
    ],
  },
  {
    id: 'cabin-wifi',
    en: 'Join the Wi-Fi of the cabin. Wren mailed me its name and password.',
    zh: '连接小屋的无线网络，网络名和密码在 Wren 发给我的邮件里。',
    apps: ['Mail', 'Settings'],
    stages: [
      stage('mail', 'name and password are read', 'find', 'mail.message~wren'),
      stage('typed', 'the password is typed', ['memory', 'copy'], 'settings.password~cabin.typed'),
      stage('joined', 'the phone is connected', 'set', 'settings.network~cabin'),
    ],
    rules: [
      inOrder(
        shown('mail:body_line', { text: 'Password: gullwing42' }),
        wrote('gullwing42'),
        shown('settings:network', { description: 'Skerry Cabin, connected' }),
      ),
    ],
  },
  {
    id: 'concert-by-transit',
    en: 'Where is Friday’s concert in my calendar? Show in Maps how to get there by public transport.',
    zh: '日历里星期五的音乐会在哪里？在地图里显示乘公共交通过去的路线。',
    apps: ['Calendar', 'Maps'],
    stages: [
      stage('event', 'the event is open', 'find', 'calendar.event~concert'),
      stage('place', 'its place is on the map', 'location', 'maps.place~mill'),
      stage('route', 'the way by transit is shown', 'navigation', 'maps.route~mill.bus'),
    ],
    rules: [
      shown('calendar:location', { text: 'Old Mill Theatre' }),
      inOrder(
        shown('maps:route_goal', { text: 'Old Mill Theatre' }),
        shown('maps:route_mode', { text: 'Transit' }),
      ),
    ],
  },
  {
    id: 'mail-the-plumber',
    en: 'Write a mail to the plumber Otto Brandt: “The sink is leaking again”. His address is in the contacts.',
    zh: '给水管工 Otto Brandt 写邮件：“The sink is leaking again”。他的邮箱地址在联系人里。',
    apps: ['Contacts', 'Mail'],
    stages: [
      stage('card', 'his address is seen', 'find', 'contacts.business~otto'),
      stage('typed', 'the mail is written', 'memory', 'mail.compose~typed.otto'),
      stage('sent', 'it is sent', 'send', 'mail.sent~otto'),
    ],
    rules: [
      inOrder(
        shown('contacts:mail', { text: 'otto@plumbing.example.com' }),
        wrote('The sink is leaking again'),
        shown('mail:sent_state', { text: 'Sent just now' }),
      ),
    ],
  },
  {
    id: 'follow-miras-tip',
    en: 'Mira recommends somebody in her messages. Follow them on Kite.',
    zh: 'Mira 在短信里推荐了一个账号，去 Kite 上关注它。',
    apps: ['Messages', 'Kite'],
    stages: [
      stage('message', 'her tip is read', 'find', 'messages.thread~mira', 'messages.thread~*mira'),
      stage(
        'account',
        'the account is found',
        'memory',
        'kite.profile~clay',
        'kite.profile~*clay',
        'kite.search~clay',
        'kite.search~*clay',
      ),
      stage(
        'followed',
        'it is followed',
        'follow',
        'kite.profile~followed.clay',
        'kite.search~followed.clay',
      ),
    ],
    rules: [
      inOrder(
        shown('messages:conversation_title', { text: 'Mira Solberg' }),
        shown('kite:follow_button', { text: 'Following' }),
      ),
    ],
  },
  {
    id: 'packing-list-to-hikers',
    en: 'The Sunday Hikers would like to have my packing list. Send the note to the group.',
    zh: '“Sunday Hikers”群想要我的打包清单（Packing list），把这条笔记发到群里。',
    apps: ['Notes', 'Messages'],
    stages: [
      stage('note', 'the note is open or selected', 'find', 'notes.note~packing*', 'notes.selected~packing'),
      stage('sheet', 'it can be shared', 'share', 'share.sheet~packing'),
      stage('sent', 'the group has it', 'send', 'share.sheet~hikers.packing'),
    ],
    rules: [
      shown('share:share_title', { text: 'Packing list' }),
      shown('share:undo_send', { description: 'Undo sending to Sunday Hikers' }),
    ],
  },
  {
    id: 'confirm-and-note-dentist',
    en: 'Tell Pia Lorne by mail “Thursday works for me”, then put the appointment she offers into the calendar as “Dentist”.',
    zh: '用邮件答复 Pia Lorne：“Thursday works for me”，然后把她约的时间加到日历里，标题是“Dentist”。',
    apps: ['Mail', 'Calendar'],
    stages: [
      stage('mail', 'her mail is open', 'find', 'mail.message~pia'),
      stage('sent', 'the answer is sent', 'send', 'mail.sent~pia'),
      stage('saved', 'the event is saved', ['memory', 'save'], 'calendar.event~dentist'),
    ],
    rules: [
      inOrder(
        wrote('Thursday works for me'),
        shown('mail:recipient', { text: 'To: Pia Lorne' }),
        shown('calendar:event_title', { text: 'Dentist', on: '.EventActivity' }),
      ),
      endsWith('calendar:event_date', { text: 'Thu 22 October' }),
    ],
  },
  {
    id: 'dentist-and-mira',
    en: 'Put the appointment that Pia Lorne has mailed into the calendar as “Dentist”, then write to Mira: “I am at the dentist on Thursday”.',
    zh: '把 Pia Lorne 邮件里的预约加到日历，标题是“Dentist”，然后给 Mira 发短信：“I am at the dentist on Thursday”。',
    apps: ['Mail', 'Calendar', 'Messages'],
    stages: [
      stage('mail', 'the date is read', 'find', 'mail.message~pia'),
      stage('saved', 'the event is saved', ['memory', 'save'], 'calendar.event~dentist'),
      stage('typed', 'the message is written', 'others', 'messages.thread~typed.mira'),
      stage('sent', 'it is sent', 'send', 'messages.thread~sent.mira'),
    ],
    rules: [
      wrote('I am at the dentist on Thursday'),
      inOrder(
        shown('calendar:event_title', { text: 'Dentist', on: '.EventActivity' }),
        shown('messages:message_out', { text: 'I am at the dentist on Thursday' }),
      ),
    ],
  },
  {
    id: 'order-lins-gift',
    en: 'Buy the present for Lin that my note “Gift ideas” names. Order it in the shop and pay with the gift card.',
    zh: '按照笔记“Gift ideas”里写的，给林悦买礼物：在商店下单，用礼品卡付款。',
    apps: ['Notes', 'Shop'],
    stages: [
      stage('note', 'the note is read', 'find', 'notes.note~gifts'),
      stage('blue', 'the blue mug is chosen', ['memory', 'filter'], 'shop.product~blue*'),
      stage('gift', 'the gift card pays', 'set', 'shop.checkout~mug-blue.gift'),
      stage('placed', 'the order is placed', 'pay', 'shop.placed~mug-blue.gift'),
    ],
    rules: [
      inOrder(
        shown('notes:item_text', { text: 'Lin: Tern mug, the blue one' }),
        shown('shop:order_item', { text: 'Tern mug, blue' }),
      ),
      shown('shop:order_payment', { text: 'Paid with gift card' }),
    ],
  },
  {
    id: 'ready-for-the-cabin',
    en: 'Get me ready for tomorrow’s trip: set a one-time alarm one hour before the ferry in my calendar leaves, pin the note “Packing list”, and keep the door code that Wren wrote me in a new note “Door code”.',
    zh: '帮我为明天的旅行做准备：按日历里渡轮的出发时间提前一小时设一个一次性闹钟，把笔记“Packing list”置顶，再把 Wren 发给我的门锁密码记到新笔记“Door code”里。',
    apps: ['Calendar', 'Clock', 'Notes', 'Messages'],
    stages: [
      [
        stage('ferry', 'the ferry’s time is read', 'find', ...FERRY),
        stage('alarm', 'the alarm is set', ['memory', 'set'], 'clock.alarms~early.once'),
      ],
      [stage('pinned', 'the note is pinned', 'set', 'notes.list~packing', 'notes.note~packing.pinned')],
      [
        stage(
          'code',
          'the code is read',
          'search',
          'messages.thread~wren',
          'messages.thread~*wren',
          'messages.search~wren',
        ),
        stage('saved', 'the code is in a note', ['copy', 'save'], 'notes.list~door'),
      ],
    ],
    rules: [
      shown('clock:alarm_card_new', { description: '06:45, Once, on' }),
      inOrder(wrote('Door code'), wrote('7305'), shown('notes:note_line', { text: '7305' })),
    ],
  },
];
