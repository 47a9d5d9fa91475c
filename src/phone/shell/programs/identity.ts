import type { Program } from '../program.js';

/** Who the clients of adb are on a production phone. Source: AOSP `android_filesystem_config.h`. */
const GROUPS =
  '1004(input),1007(log),1011(adb),1015(sdcard_rw),1028(sdcard_r),3001(net_bt_admin),3002(net_bt),3003(inet),3006(net_bw_stats),3009(readproc),3011(uhid)';

export const whoami: Program = () => 'shell\n';

export const id: Program = ({ words }) => {
  const flags = words.slice(1).join('');
  const isName = flags.includes('n');
  if (flags.includes('u') || flags.includes('g')) return isName ? 'shell\n' : '2000\n';
  return `uid=2000(shell) gid=2000(shell) groups=2000(shell),${GROUPS} context=u:r:shell:s0\n`;
};

export const uname: Program = ({ words }) => {
  const fields = {
    s: 'Linux',
    n: 'localhost',
    r: '5.10.157-android13',
    v: '#1 SMP PREEMPT',
    m: 'aarch64',
    o: 'Toybox',
  };
  const flags = words.slice(1).join('').replaceAll('-', '') || 's';
  const shown = Object.entries(fields).filter(([letter]) => flags.includes(letter) || flags.includes('a'));
  return `${shown.map(([, text]) => text).join(' ')}\n`;
};
