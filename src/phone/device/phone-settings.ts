import type { PhoneOptions } from '../phone-options.js';
import type { PhoneProfile } from '../phone-world.js';
import { ADB_KEYBOARD, SYSTEM_KEYBOARD } from './phone-keyboards.js';

/**
 * Settings as a phone has them out of the box, by namespace, as far as clients ask for them.
 *
 * Source: AOSP `Settings.System`, `Settings.Secure`, `Settings.Global` and their defaults.
 */
export function initialSettings(
  profile: PhoneProfile,
  options: PhoneOptions,
  androidId: string,
): Map<string, Map<string, string>> {
  const enabled = options.adbKeyboard === 'absent' ? [SYSTEM_KEYBOARD] : [SYSTEM_KEYBOARD, ADB_KEYBOARD];
  const selected = options.adbKeyboard === 'active' ? ADB_KEYBOARD : SYSTEM_KEYBOARD;
  return new Map([
    [
      'system',
      new Map([
        ['accelerometer_rotation', '0'],
        ['font_scale', '1.0'],
        ['haptic_feedback_enabled', '1'],
        ['pointer_location', '0'],
        ['screen_brightness', '102'],
        ['screen_brightness_mode', '0'],
        ['screen_off_timeout', '600000'],
        ['show_touches', '0'],
        ['sound_effects_enabled', '1'],
        ['system_locales', profile.locale],
        ['time_12_24', '24'],
        ['user_rotation', '0'],
        ['volume_music', '5'],
      ]),
    ],
    [
      'secure',
      new Map([
        ['accessibility_enabled', '0'],
        ['android_id', androidId],
        ['default_input_method', selected],
        ['enabled_input_methods', enabled.join(':')],
        ['location_mode', '3'],
        ['show_ime_with_hard_keyboard', '1'],
        ['ui_night_mode', '1'],
        ['user_setup_complete', '1'],
      ]),
    ],
    [
      'global',
      new Map([
        ['adb_enabled', '1'],
        ['airplane_mode_on', '0'],
        ['animator_duration_scale', '1.0'],
        ['auto_time', '1'],
        ['auto_time_zone', '1'],
        ['bluetooth_on', '1'],
        ['development_settings_enabled', '1'],
        ['device_name', profile.model],
        ['device_provisioned', '1'],
        ['mobile_data', '1'],
        ['mode_ringer', '2'],
        ['stay_on_while_plugged_in', '7'],
        ['transition_animation_scale', '1.0'],
        ['wifi_on', '1'],
        ['window_animation_scale', '1.0'],
        ['zen_mode', '0'],
      ]),
    ],
  ]);
}
