import { describe, expect, it } from 'vitest';
import { parseDeviceList } from './device-list.js';

describe('parseDeviceList', () => {
  it.each([
    ['x1\tdevice\r', { serial: 'x1', state: 'device', transportId: null }],
    [
      'my device (2)._tcp offline transport_id:7',
      { serial: 'my device (2)._tcp', state: 'offline', transportId: 7 },
    ],
    ['x1 device device:blazer transport_id:12', { serial: 'x1', state: 'device', transportId: 12 }],
    [
      'x1   no permissions (is the device yours?); see [http://example.org] usb:1-2 transport_id:3',
      { serial: 'x1', state: 'no permissions', transportId: 3 },
    ],
    ['x1 bootloader', { serial: 'x1', state: 'bootloader', transportId: null }],
  ])('reads %s', (line, device) => {
    expect(parseDeviceList(`List of devices attached\n${line}\n\n`)).toEqual([device]);
  });

  it.each([
    'device',
    'x1 deviceful',
    'x1\tfine',
    '* daemon started device',
    'adb server version device',
    `${'x '.repeat(600)} device`,
  ])('leaves out %s', (line) => {
    expect(parseDeviceList(line)).toEqual([]);
  });
});
