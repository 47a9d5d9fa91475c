import { describe, expect, it } from 'vitest';
import { drivenPocket } from '../../../testing/phones/driven-pocket.js';

const BRIEF = 'cmd package resolve-activity --brief';
const HEAD = 'priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=false\n';
const VIEW = 'android.intent.action.VIEW';
const LAUNCHERS = '-a android.intent.action.MAIN -c android.intent.category.LAUNCHER';

describe('standard names of a recorded app', () => {
  it.each([
    ['am start -a android.settings.SETTINGS', 'com.pocket.settings/.SettingsActivity'],
    ['am start -a android.intent.action.SHOW_ALARMS', 'com.pocket.clock/.AlarmsActivity'],
    [`am start -a ${VIEW} -d geo:0,0?q=cafe`, 'com.pocket.maps'],
    ['am start -a android.intent.action.SENDTO -d mailto:a@example.org', 'com.pocket.mail'],
    ['am start -a android.intent.action.MAIN -c android.intent.category.APP_CALENDAR', 'com.pocket.calendar'],
    ['am start -n com.google.android.deskclock/com.android.deskclock.DeskClock', 'com.pocket.clock'],
    ['am start -a android.settings.SETTINGS -p com.android.settings', 'com.pocket.settings'],
    ['monkey -p com.google.android.gm -c android.intent.category.LAUNCHER 1', 'com.pocket.mail'],
    ['monkey -p com.pocket.mail 1', 'com.pocket.mail'],
  ])('start it, as one action: %s', async (line, front) => {
    const { phone, shell, actions } = await drivenPocket();
    await using _ = phone;
    expect(await shell(line)).not.toMatch(/Error|aborted/);
    expect(actions()).toEqual(['open_app']);
    expect(phone.component.replace(/\/com\.pocket\.\w+(?=\.)/, '/').startsWith(front)).toBe(true);
  });

  it('end it, too', async () => {
    const { phone, shell, actions } = await drivenPocket();
    await using _ = phone;
    await shell('monkey -p com.android.settings 1');
    await shell('am force-stop com.android.settings');
    expect(actions()).toEqual(['open_app', 'key']);
  });

  it.each([
    `am start -a ${VIEW} -d exp://localhost:19000`,
    `am start -a ${VIEW} -d https://example.org/`,
    `am start -a ${VIEW} -d geo:0,0 -t text/plain`,
    `am start -a ${VIEW} -d geo:0,0 -c android.intent.category.APP_MAPS`,
    `am start -a ${VIEW} -d geo:0,0 -p com.pocket.mail`,
    'am start -a android.intent.action.MAIN -c android.intent.category.APP_BROWSER',
    'am start -a android.intent.action.MAIN -p org.missing',
    'am start -a no.such.ACTION',
    `am start ${LAUNCHERS}`,
  ])('that nobody takes are refused as Android refuses them, and cost nothing: %s', async (line) => {
    const { phone, shell, actions, events } = await drivenPocket();
    await using _ = phone;
    const [starting, problem] = (await shell(`${line}; echo $?`)).split('\n');
    expect(starting).toMatch(/^Starting: Intent \{ .* \}$/);
    expect(problem).toBe(
      starting
        ?.replace('Starting:', 'Error: Activity not started, unable to resolve')
        .replace(/ (?=pkg=|\}$)/, ' flg=0x10000000 '),
    );
    expect(actions()).toEqual([]);
    expect(events.filter(({ kind }) => kind === 'rejected')).toHaveLength(1);
  });

  it('says nothing of the failure in the exit status, as Android does', async () => {
    const { phone, shell } = await drivenPocket();
    await using _ = phone;
    expect(await shell(`am start -a ${VIEW} -d exp://a >/dev/null 2>&1; echo $?`)).toBe('0\n');
    expect(await shell('am start -n org.missing/.Main 2>&1 >/dev/null; echo $?')).toBe(
      'Error type 3\nError: Activity class {org.missing/org.missing.Main} does not exist.\n0\n',
    );
  });

  it('leaves a page that nobody recorded an action without effect', async () => {
    const { phone, shell, actions } = await drivenPocket();
    await using _ = phone;
    expect(await shell('am start -a android.settings.WIFI_SETTINGS')).not.toContain('Error');
    expect(actions()).toEqual(['open_url']);
  });
});

describe('what a phone says of its packages', () => {
  it('agrees, whoever is asked', async () => {
    const { phone, shell } = await drivenPocket();
    await using _ = phone;
    const packages = async (options: string): Promise<string[]> =>
      [...(await shell(`pm list packages ${options}`)).matchAll(/^package:(?:.*=)?(\S+)$/gm)].map(
        ([, name]) => name ?? '',
      );
    const all = await packages('');
    expect(all.toSorted()).toEqual([...(await packages('-3')), ...(await packages('-s'))].toSorted());
    expect(await packages('-f')).toEqual(all);
    expect(await packages('-3')).toContain('com.pocket.clock');
    expect(await packages('-s')).toContain('com.google.android.deskclock');
    const listed = await shell(`cmd package query-activities --components ${LAUNCHERS}`);
    const icons = listed.trimEnd().split('\n');
    expect(icons).not.toContain('com.pocket.home/.HomeActivity');
    for (const name of all) {
      const icon = icons.find((line) => line.startsWith(`${name}/`));
      const resolved = await shell(`${BRIEF} ${name}`);
      expect(resolved, name).toBe(icon === undefined ? 'No activity found\n' : `${HEAD}${icon}\n`);
      expect(await shell(`pm path ${name}`), name).toMatch(/^package:\S+\n$/);
      const started = await shell(`monkey -p ${name} -c android.intent.category.LAUNCHER 1`);
      expect(started.includes('Events injected: 1'), name).toBe(icon !== undefined);
    }
  });

  it.each([
    ['-a android.settings.SETTINGS', 'com.pocket.settings/.SettingsActivity'],
    [`-a ${VIEW} -d sms:123`, 'com.pocket.messages/.ConversationsActivity'],
    ['-a android.intent.action.MAIN -c android.intent.category.HOME', 'com.pocket.home/.HomeActivity'],
    [LAUNCHERS, 'android/com.android.internal.app.ResolverActivity'],
  ])('resolves %s', async (intent, component) => {
    const { phone, shell } = await drivenPocket();
    await using _ = phone;
    expect(await shell(`${BRIEF} ${intent}`)).toBe(`${HEAD}${component}\n`);
  });

  it('counts what it lists', async () => {
    const { phone, shell } = await drivenPocket();
    await using _ = phone;
    expect(await shell(`cmd package query-activities --brief -a ${VIEW} -d sms:1`)).toBe(
      `1 activities found:\n  Activity #0:\n    ${HEAD}    com.pocket.messages/.ConversationsActivity\n`,
    );
    expect(await shell(`cmd package query-activities -a ${VIEW} -d nothing:1`)).toBe('No activities found\n');
  });
});
