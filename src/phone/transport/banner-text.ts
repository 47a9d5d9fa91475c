import type { DeviceBanner } from '../service-stream.js';

/** How a phone introduces itself in CNXN. Source: AOSP `adb/adb.cpp`, `get_connection_string`. */
export function bannerText(banner: DeviceBanner): string {
  const properties = [
    `ro.product.name=${banner.product}`,
    `ro.product.model=${banner.model}`,
    `ro.product.device=${banner.device}`,
    `features=${banner.features.join(',')}`,
  ];
  return `device::${properties.join(';')}`;
}
