import type { Answer } from '../../shell/answer.js';
import { StopStatusSchema, type StopStatus } from '../../../domain/action.js';
import { briefly } from '../../device/briefly.js';
import type { PhoneControls } from '../../device/phone-controls.js';
import type { ToolCall } from '../../shell/tool.js';
import { adbKeyboardBroadcast } from '../input/adb-keyboard.js';
import type { AndroidSystem } from '../system/android-system.js';
import { describeIntent, readIntent, type Intent } from './intent.js';
import { ServiceException, type ArgumentReader } from '../shell-command.js';
import { uiautomator2Broadcast } from '../input/uiautomator2-keyboard.js';

/** What the shell adds to every broadcast. Source: AOSP `Intent.FLAG_RECEIVER_FROM_SHELL`. */
const FROM_SHELL = 0x0040_0000;

/**
 * Actions that only the system may send. Source: documentation of `android.content.Intent` ("protected intent"), of
 * `android.net.wifi.WifiManager` and of `android.net.ConnectivityManager`.
 */
const PROTECTED: ReadonlySet<string> = new Set([
  ...`ACTION_POWER_CONNECTED ACTION_POWER_DISCONNECTED ACTION_SHUTDOWN AIRPLANE_MODE BATTERY_CHANGED BATTERY_LOW BATTERY_OKAY
    BOOT_COMPLETED CONFIGURATION_CHANGED DEVICE_STORAGE_LOW DEVICE_STORAGE_OK DREAMING_STARTED DREAMING_STOPPED
    HEADSET_PLUG LOCALE_CHANGED LOCKED_BOOT_COMPLETED MY_PACKAGE_REPLACED PACKAGE_ADDED PACKAGE_CHANGED PACKAGE_DATA_CLEARED
    PACKAGE_FIRST_LAUNCH PACKAGE_FULLY_REMOVED PACKAGE_REMOVED PACKAGE_REPLACED PACKAGE_RESTARTED REBOOT SCREEN_OFF
    SCREEN_ON TIME_SET TIME_TICK TIMEZONE_CHANGED UID_REMOVED USER_PRESENT`
    .split(/\s+/)
    .map((name) => `android.intent.action.${name}`),
  'android.net.conn.CONNECTIVITY_CHANGE',
  'android.net.wifi.STATE_CHANGE',
  'android.net.wifi.WIFI_STATE_CHANGED',
]);

/** User of the shell, and a process of it. */
const SHELL_UID = 2000;
const SHELL_PID = 4242;

/** What receivers say of a broadcast. */
interface Reception {
  readonly result: number;
  readonly data?: string;
}

const UNHEARD: Reception = { result: 0 };

/**
 * `am broadcast INTENT`. Heard are the actions of ADBKeyboard and of uiautomator2's keyboard, the clipboard of Clipper, and `touchstone.ANSWER` and
 * `touchstone.FINISH`, by which an agent answers its user and says that it is done; of all others a phone says the same as
 * of one that nobody listens to.
 *
 * Source: AOSP `ActivityManagerShellCommand.runSendBroadcast`.
 */
export async function broadcast(
  reader: ArgumentReader,
  call: ToolCall,
  { controls }: AndroidSystem,
): Promise<Answer> {
  const intent = readIntent(reader, (option, rest) => {
    const takesValue = option === '--user' || option === '--receiver-permission';
    if (takesValue) rest.required();
    return takesValue || option === '--async' || option === '--allow-background-activity-starts';
  });
  intent.flags |= FROM_SHELL;
  await call.stdout(`Broadcasting: ${describeIntent(intent)}\n`);
  if (intent.action !== null && PROTECTED.has(intent.action)) {
    controls.note('rejected', `broadcast of ${intent.action}`);
    throw new ServiceException(
      `Permission Denial: not allowed to send broadcast ${intent.action} from pid=${SHELL_PID}, uid=${SHELL_UID}`,
      'java.lang.SecurityException',
    );
  }
  const { result, data } = await receive(intent, controls);
  return `Broadcast completed: result=${result}${data === undefined ? '' : `, data="${data}"`}\n`;
}

async function receive(intent: Intent, controls: PhoneControls): Promise<Reception> {
  switch (intent.action) {
    case 'touchstone.ANSWER':
      await controls.answer(intent.extras.get('text') ?? '');
      return UNHEARD;
    case 'touchstone.FINISH':
      await controls.finish(statusOf(intent.extras.get('status'), controls));
      return UNHEARD;
    case 'clipper.get':
      return { result: -1, data: controls.clipboard };
    case 'clipper.set':
      controls.clipboard = intent.extras.get('text') ?? '';
      return { result: -1, data: 'Text is copied into clipboard.' };
    default:
      return receiveKeyboard(intent, controls);
  }
}

async function receiveKeyboard(intent: Intent, controls: PhoneControls): Promise<Reception> {
  const reply = await uiautomator2Broadcast(intent, controls);
  if (reply !== null) return { result: -1, data: reply.data };
  if (!(await adbKeyboardBroadcast(intent, controls))) controls.note('ignored', 'broadcast');
  return UNHEARD;
}

/** How the agent says it ends. A word that nobody knows is written down, since it would go unseen otherwise. */
function statusOf(text: string | undefined, controls: PhoneControls): StopStatus {
  const status = StopStatusSchema.safeParse(text ?? 'unspecified').data;
  if (status !== undefined) return status;
  const known = StopStatusSchema.options.join(', ');
  controls.note('malformed', `touchstone.FINISH with the status "${briefly(text ?? '')}" (known: ${known})`);
  return 'unspecified';
}
