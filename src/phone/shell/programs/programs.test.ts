import { describe, expect, it } from 'vitest';
import { trialShell } from '../../../testing/phones/trial-shell.js';

/** Command lines and what they print; bash with GNU's programs prints the same. */
const LINES: readonly (readonly [line: string, stdout: string])[] = [
  ["printf '%s-%d-%05d-%x-%5s|%-5s|%c\\n' a 3 42 255 ab cd xyz", 'a-3-00042-ff-   ab|cd   |x\n'],
  ["printf '%s\\n' a b c", 'a\nb\nc\n'],
  ["printf 'a\\tb\\\\n%%\\n'", 'a\tb\\n%\n'],
  ["printf '%b' 'x\\ny\\n'", 'x\ny\n'],
  ["printf 'a\\nb\\nc' | wc -l", '2\n'],
  ["printf 'é\\n' | wc -m", '2\n'],
  ["printf 'é\\n' | wc -c", '3\n'],
  ["printf '1\\n2\\n3\\n4\\n5\\n' | head -n 2", '1\n2\n'],
  ["printf '1\\n2\\n3\\n4\\n5\\n' | head -2", '1\n2\n'],
  ["printf '1\\n2\\n3\\n4\\n5\\n' | tail -n 2", '4\n5\n'],
  ["printf '1\\n2\\n3\\n4\\n5\\n' | tail -n +4", '4\n5\n'],
  ["printf '1\\n2\\n3\\n4\\n5' | tail -n 2", '4\n5'],
  ["printf '\\n\\n\\n' | tail -n 1 | wc -c", '1\n'],
  ["printf 'abcdef' | head -c 3", 'abc'],
  ["printf 'abcdef' | tail -c 3", 'def'],
  ["printf 'foo\\nbar\\nFoo bar\\n' | grep foo", 'foo\n'],
  ["printf 'foo\\nbar\\nFoo bar\\n' | grep -i foo", 'foo\nFoo bar\n'],
  ["printf 'foo\\nbar\\nFoo bar\\n' | grep -c o", '2\n'],
  ["printf 'foo\\nbar\\nFoo bar\\n' | grep -n bar", '2:bar\n3:Foo bar\n'],
  ["printf 'foo\\nbar\\nFoo bar\\n' | grep -v bar", 'foo\n'],
  ["printf 'foo\\nbar\\nFoo bar\\n' | grep -o 'o*'", 'oo\noo\n'],
  ["printf 'foo\\nbar\\nFoo bar\\n' | grep -E 'foo|bar$'", 'foo\nbar\nFoo bar\n'],
  ["printf 'foo\\nbar\\nFoo bar\\n' | grep 'foo\\|bar$'", 'foo\nbar\nFoo bar\n'],
  ["printf 'foo\\nbar\\nFoo bar\\n' | grep -w bar", 'bar\nFoo bar\n'],
  ["printf 'foobar bar\\nbarx\\n' | grep -ow bar", 'bar\n'],
  ["printf 'foo\\nbar\\nFoo bar\\n' | grep -q nothere; echo $?", '1\n'],
  ["printf 'a\\nb\\nc\\nd\\ne\\n' | grep -A1 b", 'b\nc\n'],
  ["printf 'a\\nb\\nc\\nd\\ne\\n' | grep -B1 -n d", '3-c\n4:d\n'],
  ["printf 'a\\nb\\nc\\nd\\ne\\nf\\ng\\n' | grep -C1 -e b -e f", 'a\nb\nc\n--\ne\nf\ng\n'],
  ["printf 'a.b\\naxb\\n' | grep -F a.b", 'a.b\n'],
  [
    "printf 'mCurrentFocus=Window{a1 u0 com.x/com.x.Main}\\n' | grep -oE '[a-z.]+/[A-Za-z.]+'",
    'com.x/com.x.Main\n',
  ],
  ["echo 'a b c' | awk '{print $2}'", 'b\n'],
  ["echo 'a b c' | awk '{print $NF}'", 'c\n'],
  [`echo 'a:b:c' | awk -F: '{print $1 "-" $3}'`, 'a-c\n'],
  ["printf '1 a\\n2 b\\n3 c\\n' | awk 'NR==2{print $2}'", 'b\n'],
  ["printf '1 a\\n2 b\\n3 c\\n' | awk '/b/{print $1}'", '2\n'],
  ["printf '1 a\\n2 b\\n3 c\\n' | awk '{s+=$1} END {print s, NR}'", '6 3\n'],
  ["printf '1 a\\n2 b\\n3 c\\n' | awk '$1>1'", '2 b\n3 c\n'],
  ["printf '1 a\\n2 b\\n3 c\\n' | awk 'NR>1 && $2 ~ /c/ {print $0; exit} {print \"no\"}'", 'no\nno\n3 c\n'],
  ["printf '1 a\\n2 b\\n3 c\\n' | awk '{printf \"%s=%d\\n\", $2, $1*2}'", 'a=2\nb=4\nc=6\n'],
  [
    "printf '1 a\\n2 b\\n3 c\\n' | awk '{gsub(/[ab]/,\"<&>\"); print toupper($0), length($0)}'",
    '1 <A> 5\n2 <B> 5\n3 C 3\n',
  ],
  ["printf '1 a\\n2 b\\n3 c\\n' | awk '{if ($1 == 2) print \"two\"; else print $1}'", '1\ntwo\n3\n'],
  [
    'printf \'a=1\\n\' | awk -F\'=\' -v x=5 \'{print $2+x, substr($1 "hello", 2, 3), index("abc","c")}\'',
    '6 hel 3\n',
  ],
  ["echo 'a/b/c' | sed 's/\\//-/g'", 'a-b-c\n'],
  ["echo 'a/b/c' | sed 's|/|-|2'", 'a/b-c\n'],
  ["echo 'hello world' | sed 's/\\(hel\\)lo \\(w\\)/\\2\\1&/'", 'whelhello world\n'],
  ["echo 'hello world' | sed -E 's/(o)( w)?/[\\1]/g'", 'hell[o][o]rld\n'],
  ["printf '1\\n2\\n3\\n4\\n' | sed -n '2,3p'", '2\n3\n'],
  ["printf '1\\n2\\n3\\n4\\n' | sed -n 2p", '2\n'],
  ["printf '1\\n2\\n3\\n4\\n' | sed '$d'", '1\n2\n3\n'],
  ["printf '1\\n2\\n3\\n4\\n' | sed '/2/,/3/d'", '1\n4\n'],
  ["printf '1\\n2\\n3\\n4\\n' | sed -n '$='", '4\n'],
  ["printf '1\\n2\\n3\\n4\\n' | sed '2q'", '1\n2\n'],
  ["printf '1\\n2\\n3\\n4\\n' | sed '2!d'", '2\n'],
  ["printf '1\\n2\\n3\\n4\\n' | sed 's/^/> /;s/$/ </'", '> 1 <\n> 2 <\n> 3 <\n> 4 <\n'],
  ["printf 'abc' | sed 's/b//'", 'ac'],
  ["printf 'aaa\\n' | sed 's/a*/x/g'", 'x\n'],
  ["printf 'baaac\\n' | sed 's/a*/x/g'", 'xbxcx\n'],
  ["printf 'abc\\n' | sed 'y/abc/xyz/'", 'xyz\n'],
  ["printf 'a,b,c\\n' | cut -d, -f2", 'b\n'],
  ["printf 'a,b,c\\n' | cut -d, -f1,3", 'a,c\n'],
  ["printf 'a,b,c\\n' | cut -d, -f2-", 'b,c\n'],
  ["printf 'abcdef\\n' | cut -c2-4", 'bcd\n'],
  ["printf 'hello\\n' | tr a-z A-Z", 'HELLO\n'],
  ["printf 'hello\\n' | tr -d l", 'heo\n'],
  ["printf 'aabbcc\\n' | tr -s ab", 'abcc\n'],
  ["printf 'a b\\n' | tr ' ' '\\n'", 'a\nb\n'],
  ["printf 'a1b2\\n' | tr -dc '0-9'", '12'],
  ["printf 'Hello\\n' | tr '[:lower:]' '[:upper:]'", 'HELLO\n'],
  ["printf 'b\\na\\nc\\na\\n' | sort", 'a\na\nb\nc\n'],
  ["printf 'b\\na\\nc\\na\\n' | sort -u", 'a\nb\nc\n'],
  ["printf '10\\n9\\n100\\n' | sort -n", '9\n10\n100\n'],
  ["printf '10\\n9\\n100\\n' | sort -rn", '100\n10\n9\n'],
  ["printf 'a 3\\nb 1\\nc 2\\n' | sort -k2", 'b 1\nc 2\na 3\n'],
  ["printf 'a:3\\nb:10\\nc:2\\n' | sort -t: -k2 -n", 'c:2\na:3\nb:10\n'],
  ["printf 'a\\na\\nb\\na\\n' | uniq", 'a\nb\na\n'],
  ["printf 'a\\na\\nb\\na\\n' | uniq -c", '      2 a\n      1 b\n      1 a\n'],
  ["printf 'a\\na\\nb\\na\\n' | uniq -d", 'a\n'],
  ["printf 'a b\\nc\\n' | xargs echo", 'a b c\n'],
  ["printf 'a b\\nc\\n' | xargs -n1 echo x", 'x a\nx b\nx c\n'],
  ["printf 'a b\\nc\\n' | xargs -I{} echo '<{}>'", '<a b>\n<c>\n'],
  ['echo hi | md5sum', '764efa883dda1e11db47671c4a3bbd9e  -\n'],
  ['echo hi | sha1sum', '55ca6286e3e4f4fba5d0448333fa99fc5a404a73  -\n'],
  ['echo hello world | base64', 'aGVsbG8gd29ybGQK\n'],
  ['echo hello world | base64 | base64 -d', 'hello world\n'],
  ["printf 'a%.0s' 1 2 3", 'aaa'],
  ['basename /a/b/c.txt .txt', 'c\n'],
  ['dirname /a/b/c.txt', '/a/b\n'],
  ['basename /a/b/', 'b\n'],
  ['dirname a', '.\n'],
  ['seq 3', '1\n2\n3\n'],
  ['seq 2 2 8', '2\n4\n6\n8\n'],
  ['seq 3 -1 1', '3\n2\n1\n'],
  ['seq -s, 3; ', '1,2,3\n'],
  ['printf \'a b\\nc d\\n\' | while read x y; do echo "$y$x"; done', 'ba\ndc\n'],
  ['touch a.txt; [ -f a.txt ] && echo file; [ -s a.txt ] || echo empty; rm a.txt', 'file\nempty\n'],
  ["printf 'x\\ny\\n' > f; wc -l f; wc -l < f; grep -c x f; head -1 f; rm f", '2 f\n2\n1\nx\n'],
  ["printf 'x\\ny\\n' | tee f | wc -l; cat f; rm f", '2\nx\ny\n'],
  ['x=$(printf \'a\\n\\n\\n\'); echo "[$x]"', '[a]\n'],
  ['(echo a; echo b) | tail -n 1', 'b\n'],
  ["printf '%s\\n' \"$(printf 'a\\nb')\" ", 'a\nb\n'],
  ['echo "x" | grep x >/dev/null && echo found', 'found\n'],
  ["printf 'k=v\\n' | cut -d= -f2 | tr v w", 'w\n'],
  ["printf '%5.2f|%e|%g\\n' 3.14159 1234.5 0.5", ' 3.14|1.234500e+03|0.5\n'],
  [`printf '%s' "no newline"`, 'no newline'],
  ["printf 'l1\\nl2\\nl3\\n' | (head -n 1; cat) | wc -l", '3\n'],
];

describe('the shell programs', () => {
  it.each(LINES)('print what they should: %s', async (line, stdout) => {
    expect((await trialShell().run(`cd /data/local/tmp; ${line}`)).stdout).toBe(stdout);
  });

  it('list files as toybox does', async () => {
    const { run } = trialShell();
    await run('cd /sdcard; echo hello > a.txt; echo > .b; mkdir sub; touch sub/c');
    expect((await run('ls /sdcard/sub /sdcard/a.txt')).stdout).toBe('/sdcard/a.txt\n\n/sdcard/sub:\nc\n');
    expect((await run('cd /sdcard; ls -l a.txt')).stdout).toBe(
      '-rw-rw---- 1 root sdcard_rw 6 2024-01-02 03:04 a.txt\n',
    );
    expect((await run('ls -a /sdcard | head -n 4')).stdout).toBe('.\n..\n.b\nAndroid\n');
    expect((await run('ls -d /sdcard/')).stdout).toBe('/sdcard/\n');
    expect(await run('ls /none')).toEqual({
      stdout: '',
      stderr: 'ls: /none: No such file or directory\n',
      status: 1,
    });
    expect((await run('stat -c "%s %a %F %y" /sdcard/a.txt')).stdout).toBe(
      '6 660 regular file 2024-01-02 03:04:05.000000000 +0000\n',
    );
  });

  it('say what is wrong with files', async () => {
    const { run } = trialShell();
    expect(await run('rm /sdcard/screenshot.png')).toEqual({
      stdout: '',
      stderr: 'rm: /sdcard/screenshot.png: No such file or directory\n',
      status: 1,
    });
    expect((await run('rm -f /sdcard/screenshot.png')).status).toBe(0);
    expect((await run('rm -f /sdcard')).stderr).toBe('rm: /sdcard: Is a directory\n');
    expect((await run('cat /none')).stderr).toBe('cat: /none: No such file or directory\n');
    expect((await run('mkdir /x')).stderr).toBe("mkdir: '/x': Permission denied\n");
    expect((await run('grep x /none')).status).toBe(2);
    expect((await run('ls --nope')).stderr).toContain("Unknown option '--nope'");
  });

  it('tell the time of the phone, which sleep moves on', async () => {
    const { run, passed } = trialShell();
    expect((await run('date')).stdout).toBe('Tue Jan  2 03:04:05 UTC 2024\n');
    expect((await run('sleep 90; date +%Y-%m-%d_%H:%M:%S; date +%s')).stdout).toBe(
      '2024-01-02_03:05:35\n1704164735\n',
    );
    expect(passed()).toBe(90_000);
    expect((await run('sleep 0.5; sleep 1m')).status).toBe(0);
    expect(passed()).toBe(150_500);
    expect((await run('sleep x')).status).toBe(1);
  });

  it('know programs and who runs them', async () => {
    const { run, unknown } = trialShell(['input']);
    expect((await run('which input grep nosuch')).stdout).toBe('/system/bin/input\n/system/bin/grep\n');
    expect((await run('whoami; id -u; pwd')).stdout).toBe('shell\n2000\n/\n');
    expect((await run('toybox echo a; toybox true && toybox nosuch')).stdout).toBe('a\n');
    expect(unknown).toEqual(['toybox nosuch']);
    expect((await run('pidof adbd; pidof nosuch')).stdout).toBe('527\n');
    expect((await run('ps -A | grep system_server')).stdout).toContain('836');
    expect(await run('kill 1; kill 99999')).toMatchObject({ status: 1 });
  });

  it('end each other', async () => {
    const { run } = trialShell({
      screenrecord: ({ signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve(0));
        }),
    });
    expect(
      (await run('screenrecord /sdcard/a.mp4 & pkill -SIGINT screenrecord; wait; echo over')).stdout,
    ).toBe('over\n');
    expect((await run('timeout 5 screenrecord; echo $?')).stdout).toBe('124\n');
  });

  it('find a recording that was over at once still running, once', async () => {
    const { run } = trialShell({ screenrecord: () => 0 });
    await run('screenrecord /sdcard/a.mp4; screenrecord /sdcard/b.mp4');
    expect((await run('pidof screenrecord')).stdout).toMatch(/^\d+\n$/);
    expect((await run('pkill -SIGINT screenrecord')).status).toBe(0);
    expect((await run('pkill -SIGINT screenrecord; pidof screenrecord')).status).toBe(1);
  });

  it('end those that take too long', async () => {
    const { run } = trialShell();
    expect((await run('timeout 5 echo quick; echo $?; timeout 1 sleep 5; echo $?')).stdout).toBe(
      'quick\n0\n124\n',
    );
  });

  it('pass bytes through unchanged', async () => {
    const { run, files } = trialShell();
    const bytes = Uint8Array.from({ length: 200_000 }, (_, index) => (index * 7) & 0xff);
    files.write('/sdcard/a', bytes);
    expect(
      (
        await run(
          'cat /sdcard/a | base64 | base64 -d > /sdcard/b; md5sum -b /sdcard/a /sdcard/b | uniq | wc -l',
        )
      ).stdout,
    ).toBe('1\n');
    expect(files.read('/sdcard/b')).toEqual(bytes);
  });

  it('find files', async () => {
    const { run } = trialShell();
    await run('cd /sdcard/DCIM; mkdir -p a/b; touch x.PNG a/y.png a/b/z.txt');
    expect((await run('find /sdcard/DCIM -iname "*.png"')).stdout).toBe(
      '/sdcard/DCIM/a/y.png\n/sdcard/DCIM/x.PNG\n',
    );
    expect((await run('cd /sdcard/DCIM; find . -type d -maxdepth 1')).stdout).toBe('.\n./a\n');
    expect((await run('[ -w /sdcard ] && [ -w /sdcard/DCIM/a ] && ! [ -w /system ] && echo ok')).stdout).toBe(
      'ok\n',
    );
    expect((await run('find /none')).status).toBe(1);
  });

  it('edit files in place', async () => {
    const { run } = trialShell();
    expect((await run("cd /sdcard; printf 'a\\nb\\n' > f; sed -i 's/b/c/' f; cat f")).stdout).toBe('a\nc\n');
  });
});
