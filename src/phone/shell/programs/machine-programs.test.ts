import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { trialShell } from '../../../testing/phones/trial-shell.js';

describe('programs that tell of the machine', () => {
  it.each([
    ['getenforce', 'Enforcing\n'],
    ['uptime', ' 03:04:05 up 0 min,  0 users,  load average: 0.00, 0.00, 0.00\n'],
    ['sleep 3700; uptime', ' 04:05:45 up  1:01,  0 users,  load average: 0.00, 0.00, 0.00\n'],
    ['uptime -s', '2024-01-02 03:04:05\n'],
    ['sleep 60; uptime -p', 'up 0 weeks, 0 days, 0 hours, 1 minute,  load average: 0.00, 0.00, 0.00\n'],
    [
      'df /sdcard',
      'Filesystem     1K-blocks    Used Available Use% Mounted on\n/dev/fuse       24570740 6183376  18387364  26% /storage/emulated\n',
    ],
    ['df -h /data/local/tmp | tail -n 1', '/dev/block/dm-10  23G 5.9G   18G  26% /data\n'],
    ['df / | tail -n 1', '/dev/block/dm-6    870696 868052      2644 100% /\n'],
    ['mkdir /sdcard/a; head -c 5000 /dev/zero > /sdcard/a/b; du /sdcard/a', '4\t/sdcard/a\n'],
    ['dd if=/dev/zero of=/sdcard/z bs=5000 count=1 2>/dev/null; du -a /sdcard/z', '8\t/sdcard/z\n'],
    ['dd if=/dev/zero of=/sdcard/z bs=1k count=5 status=none; du -b /sdcard/z', '5120\t/sdcard/z\n'],
    ['printf 123456 | dd bs=2 skip=1 count=1 status=none', '34'],
    [
      'netstat -t',
      'Active Internet connections (w/o servers)\nProto Recv-Q Send-Q Local Address           Foreign Address         State      \n',
    ],
    [
      'ping -c 1 -q 127.0.0.1 | grep packets',
      '1 packets transmitted, 1 received, 0% packet loss, time 0ms\n',
    ],
    [
      'ping -c 2 8.8.8.8 | grep packets',
      '2 packets transmitted, 0 received, 100% packet loss, time 1000ms\n',
    ],
    ['top -b -n 1 | head -n 1 | cut -c 1-6', 'Tasks:\n'],
    ['top -b -n 1 -q | grep -c system_server', '1\n'],
  ])('answers %s', async (line, stdout) => {
    expect(await trialShell().run(line)).toMatchObject({ stdout, status: 0 });
  });

  it.each([
    ['setenforce 0', "setenforce: Couldn't set enforcing status to '0': Permission denied\n", 1],
    ['ping -c 1 example.org', 'ping: unknown host example.org\n', 2],
    ['df /none', "df: '/none': No such file or directory\n", 1],
    ['du /none', 'du: /none: No such file or directory\n', 1],
    ['dd if=/none', 'dd: /none: No such file or directory\n', 1],
    ['dd of=/system/x count=0', 'dd: /system/x: Permission denied\n', 1],
    ['tar x', 'tar: Not tar\n', 1],
    ['echo no | gunzip', 'gunzip: not gzip\n', 1],
    ['gzip /none', 'gzip: /none: No such file or directory\n', 1],
  ])('refuses %s', async (line, stderr, status) => {
    expect(await trialShell().run(`${line} `, { stdin: 'no tar' })).toMatchObject({ stderr, status });
  });

  it('pings for the time that it takes on the phone, and 8.8.8.8 in vain', async () => {
    const trial = trialShell();
    expect((await trial.run('ping -c 3 8.8.8.8')).status).toBe(1);
    expect(trial.passed()).toBe(3000);
  });
});

describe('cmp', () => {
  it.each([
    ['same', 'abc\n', 'abc\n', ['', '', 0]],
    ['different', 'a\nbc\n', 'a\nbd\n', ['/sdcard/a /sdcard/b differ: char 4, line 2\n', '', 1]],
    ['shorter', 'a\n', 'a\nb\n', ['', 'cmp: EOF on /sdcard/a after byte 2, line 1\n', 1]],
  ])('tells files that are %s', async (_, a, b, [stdout, stderr, status]) => {
    const trial = trialShell();
    trial.files.write('/sdcard/a', Buffer.from(a));
    trial.files.write('/sdcard/b', Buffer.from(b));
    expect(await trial.run('cmp /sdcard/a /sdcard/b')).toEqual({ stdout, stderr, status });
  });

  it('ends with 2 where a file is missing', async () => {
    const { stderr, status } = await trialShell().run('echo | cmp /none');
    expect([stderr, status]).toEqual(['cmp: /none: No such file or directory\n', 2]);
  });
});

describe('archives', () => {
  const anyName = fc.stringMatching(/^[a-zA-Z0-9_]{1,40}$/);
  const anyFiles = fc.uniqueArray(fc.tuple(anyName, anyName, fc.uint8Array({ maxLength: 2000 })), {
    maxLength: 6,
    selector: ([folder, name]) => `${folder}/${name}`.toLowerCase(),
  });

  it('give back what was packed', async () => {
    await fc.assert(
      fc.asyncProperty(anyFiles, fc.constantFrom('', 'z'), async (entries, packed) => {
        const trial = trialShell();
        trial.files.createFolder('/sdcard/from');
        for (const [folder, name, bytes] of entries) {
          trial.files.createFolder(`/sdcard/from/d_${folder}`);
          trial.files.write(`/sdcard/from/d_${folder}/${name}`, bytes);
        }
        const line = `tar -c${packed}f /sdcard/x.tar -C /sdcard from && mkdir /sdcard/to && tar xf /sdcard/x.tar -C /sdcard/to`;
        expect(await trial.run(line)).toEqual({ stdout: '', stderr: '', status: 0 });
        for (const [folder, name, bytes] of entries)
          expect(trial.files.read(`/sdcard/to/from/d_${folder}/${name}`)).toEqual(Buffer.from(bytes));
      }),
      { numRuns: 40 },
    );
  });

  it('list names, longer ones than a header has room for too, and stay inside of their folder', async () => {
    const trial = trialShell();
    const long = 'n'.repeat(130);
    await trial.run(`mkdir /sdcard/d; echo one > /sdcard/d/${long}; tar czf /sdcard/a.tgz -C /sdcard d`);
    expect((await trial.run('tar tzf /sdcard/a.tgz')).stdout).toBe(`d/\nd/${long}\n`);
    expect((await trial.run('tar xvf /sdcard/a.tgz -C /data/local/tmp')).stdout).toBe(`d/\nd/${long}\n`);
    expect((await trial.run(`cat /data/local/tmp/d/${long}`)).stdout).toBe('one\n');
  });

  it('gzip takes the place of its file, gunzip and zcat give it back', async () => {
    const trial = trialShell();
    await trial.run('echo text > /sdcard/t; gzip /sdcard/t');
    expect((await trial.run('ls /sdcard/t.gz; zcat /sdcard/t.gz')).stdout).toBe('/sdcard/t.gz\ntext\n');
    expect(
      (await trial.run('gunzip /sdcard/t.gz; cat /sdcard/t; cat /sdcard/t | gzip | gunzip')).stdout,
    ).toBe('text\ntext\n');
  });
});
