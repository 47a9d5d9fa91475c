import { Failure } from '../../shell/answer.js';
import type { AndroidProgram } from './android-system.js';

/** A network of its own, behind which nothing is. */
const ADDRESS = '10.0.2.16';
const HARDWARE = '02:00:00:00:00:01';

const LOOPBACK = `1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000
    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00
    inet 127.0.0.1/8 scope host lo
       valid_lft forever preferred_lft forever
`;
const WIFI = `2: wlan0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc mq state UP group default qlen 3000
    link/ether ${HARDWARE} brd ff:ff:ff:ff:ff:ff
    inet ${ADDRESS}/24 brd 10.0.2.255 scope global wlan0
       valid_lft forever preferred_lft forever
`;

/** `ip route`, `ip addr`, `ip link`: a wireless network. */
export const ip: AndroidProgram = (args) => {
  const words = args.filter((argument) => !argument.startsWith('-') && argument !== 'inet');
  const [what = ''] = words;
  if ('route'.startsWith(what) && what !== '')
    return `10.0.2.0/24 dev wlan0 proto kernel scope link src ${ADDRESS}\n`;
  if ('address'.startsWith(what) || 'addr' === what || 'link' === what) {
    const device = words.findLast((word) => !['show', 'dev', 'list', what].includes(word));
    if (device !== undefined && device !== 'lo' && device !== 'wlan0')
      throw new Failure(`Device "${device}" does not exist.\n`);
    return (device === 'wlan0' ? '' : LOOPBACK) + (device === 'lo' ? '' : WIFI);
  }
  throw new Failure(`Object "${what}" is unknown, try "ip help".\n`);
};

/** `ifconfig [DEVICE]`: the same in the older form. */
export const ifconfig: AndroidProgram = (args) => {
  const [device] = args;
  if (device !== undefined && device !== 'wlan0' && device !== 'lo' && device !== '-a')
    throw new Failure(`ifconfig: ${device}: No such device\n`);
  const wifi = `wlan0     Link encap:Ethernet  HWaddr ${HARDWARE}
          inet addr:${ADDRESS}  Bcast:10.0.2.255  Mask:255.255.255.0
          UP BROADCAST RUNNING MULTICAST  MTU:1500  Metric:1

`;
  const loopback = `lo        Link encap:Local Loopback
          inet addr:127.0.0.1  Mask:255.0.0.0
          UP LOOPBACK RUNNING  MTU:65536  Metric:1

`;
  return (device === 'lo' ? '' : wifi) + (device === 'wlan0' ? '' : loopback);
};
