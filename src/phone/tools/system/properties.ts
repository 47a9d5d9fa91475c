import type { PhoneState } from '../../device/phone-controls.js';

/** Version of Android that the phone says it is. */
export const ANDROID_RELEASE = '13';
export const ANDROID_SDK = 33;

/** Properties that the phone starts with, sorted by name. */
export function systemProperties({
  profile,
  serial,
}: Pick<PhoneState, 'profile' | 'serial'>): Map<string, string> {
  const { product, model, device, density, locale, timeZone } = profile;
  const [language = 'en', country = 'US'] = locale.split('-');
  const brand = 'touchstone';
  const build = 'TP1A.220624.014';
  const fingerprint = `${brand}/${product}/${device}:${ANDROID_RELEASE}/${build}/1:user/release-keys`;
  return new Map(
    Object.entries({
      'dalvik.vm.heapsize': '512m',
      'gsm.sim.state': 'ABSENT',
      'init.svc.adbd': 'running',
      'init.svc.bootanim': 'stopped',
      'persist.sys.country': country,
      'persist.sys.language': language,
      'persist.sys.locale': locale,
      'persist.sys.timezone': timeZone,
      'ro.boot.qemu': '0',
      'ro.board.platform': device,
      'ro.boot.hardware': device,
      'ro.boot.serialno': serial,
      'ro.bootloader': 'unknown',
      'ro.build.characteristics': 'phone',
      'ro.build.date.utc': '1656000000',
      'ro.build.display.id': build,
      'ro.build.fingerprint': fingerprint,
      'ro.build.id': build,
      'ro.build.tags': 'release-keys',
      'ro.build.type': 'user',
      'ro.build.version.codename': 'REL',
      'ro.build.version.incremental': '1',
      'ro.build.version.release': ANDROID_RELEASE,
      'ro.build.version.sdk': String(ANDROID_SDK),
      'ro.build.version.security_patch': '2022-08-05',
      'ro.crypto.state': 'encrypted',
      'ro.debuggable': '0',
      'ro.hardware': device,
      'ro.product.board': device,
      'ro.product.brand': brand,
      'ro.product.cpu.abi': 'arm64-v8a',
      'ro.product.cpu.abilist': 'arm64-v8a,armeabi-v7a,armeabi',
      'ro.product.device': device,
      'ro.product.first_api_level': String(ANDROID_SDK),
      'ro.product.locale': locale,
      'ro.product.manufacturer': 'Touchstone',
      'ro.product.model': model,
      'ro.product.name': product,
      'ro.secure': '1',
      'ro.serialno': serial,
      'ro.sf.lcd_density': String(density),
      'service.bootanim.exit': '1',
      'sys.boot_completed': '1',
      'sys.usb.config': 'adb',
      'sys.usb.state': 'adb',
    }),
  );
}
