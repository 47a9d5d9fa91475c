/** Samples that no recorded phone answers, by why. */
const REASONS: Readonly<Record<string, string>> = {
  'the computer, the cable or another device has the fault, or adb itself says it; our server shows phones that are ready': `
    devices-usb-tcp devices-daemon-banner devices-version-killed devices-version-killed-old devices-garbage
    devices-mdns-space-in-serial devices-mdns-xiaomi devices-mixed-states devices-noperm-udev devices-noperm-questionmarks
    devices-noperm-old devices-offline devices-emulators-offline devices-duplicate-serial-long devices-adb-tcp-mixed
    tr-unauthorized tr-unauthorized-exe tr-authorizing tr-authorizing-exe tr-connecting tr-offline tr-offline-double-prefix
    tr-ambiguous-feature tr-protocol-fault tr-closed tr-root-closed tr-server-stopped-old tr-server-noack
    tr-server-bind-10048 tr-server-version-35 tr-server-version-40 tr-server-port-foreign tr-perm-missing-udev
    tr-perm-verify connect-ok connect-refused-quoted connect-refused-windows-da connect-timeout connect-auth pair-ok
    pair-wrong-code pair-client-failed pair-unknown-client`,
  'it is no emulator: no console, no snapshots': `
    emu-auth emu-ko-unknown emu-snapshot-missing emu-snapshot-pending emu-snapshot-pending-2 emu-snapshot-loaded`,
  'it has started up when it is there': `
    boot-empty boot-service-input boot-service-package boot-service-package-31 boot-provider`,
  'its screen is on, awake, unlocked, upright and the only one, and can always be taken': `
    shot-prefix-fold-emulator shot-warning-separate shot-crlf-header-only shot-empty-6 shot-empty-mi3 shot-status-1
    shot-status-2-exit0 shot-no-display displays-flip2 kg-screen-off kg-old-lockscreen kg-monitor-occluded kg-fire-hd8
    kg-aod kg-pixel7 kg-aod-13 kg-controller power-2 power-3 doze-forced size-override-s size-override-hydralab
    density-unknown rot-2 rot-3 rot-5`,
  'clients name a display that is none and expect a picture: it is passed over': 'shot-bad-display-id',
  'a hierarchy is as recorded, or there is none (dump-not-idle: screen-tools.test.ts)': `
    dump-not-idle-stderr dump-not-idle-appagent dump-null-root-9 dump-null-root-14 dump-null-root-stale-file
    dump-crash-silent dump-crash-npe-old dump-killed dump-busy-6 dump-not-connected dump-miui-theme-ok
    dump-miui-theme-nofile dump-tty-spelled-right dump-empty-tree`,
  'the app in front is the one recorded, and no window of the system is told apart from it': `
    focus-all-null focus-sony-overlay focus-window-no-activity focus-window-record-14 focus-statusbar focus-anr
    focus-crash focus-permission-google focus-permission-samsung-d0-b focus-splash ime-shown`,
  "a vendor's or a version's refusal; its own version and shell may do it": `
    in-denied-10 in-denied-miui14 in-denied-u2 in-text-killed ime-list-denied settings-put-denied-poco put-denied-realme
    grant-denied-oneplus13 grant-denied-note8pro grant-denied-permission-service clear-forbidden-8 clear-no-perm-xiaomi
    cmd-none-bluetooth monkey-syskeys`,
  'apps are as recorded: no failing starts, no permissions, no tests, storage enough': `
    start-code-101 start-not-exported grant-not-changeable grant-not-requested ins-crashed ins-ok install-invalid
    install-storage uninstall-failed`,
  'the battery is full': 'bat-18-low',
  'an app that is brought back is told as any start': 'start-brought-front',
};

/** Id → why no recorded phone answers it. */
export const UNANSWERED: ReadonlyMap<string, string> = new Map(
  Object.entries(REASONS).flatMap(([reason, ids]) =>
    ids
      .trim()
      .split(/\s+/)
      .map((id) => [id, reason] as const),
  ),
);
