/** A full battery on a cable. Source: AOSP `BatteryService.dumpInternal`. */
export function dumpBattery(): string {
  return `Current Battery Service state:
  AC powered: false
  USB powered: true
  Wireless powered: false
  Max charging current: 500000
  Max charging voltage: 5000000
  Charge counter: 4000000
  status: 5
  health: 2
  present: true
  level: 100
  scale: 100
  voltage: 4300
  temperature: 250
  technology: Li-ion
`;
}
