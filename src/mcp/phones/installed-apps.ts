import type { OpenableApp } from '../../app/phone/apps-of-tasks.js';
import { UserError } from '../../errors.js';
import { didYouMean } from '../../domain/text/nearest-name.js';
import type { PhoneDesk } from './phone-desk.js';
import type { ToolPhone } from './tool-phone.js';

/** Apps that can be opened; where nobody recorded which there are, those of the task, by name alone. */
export async function installedApps(
  desk: Pick<PhoneDesk, 'apps'>,
  { task }: Pick<ToolPhone, 'task'>,
): Promise<readonly OpenableApp[]> {
  return (await desk.apps(task.id)) ?? task.apps.map((name) => ({ name, package: name }));
}

/** Name of the app of a package; the package itself where nobody knows it. */
export async function nameOfPackage(
  desk: Pick<PhoneDesk, 'apps'>,
  phone: Pick<ToolPhone, 'task'>,
  id: string,
): Promise<string> {
  return (await installedApps(desk, phone)).find((app) => app.package === id)?.name ?? id;
}

/** What an `open_app` action names for a package. @throws {UserError} where no app of the phone has it */
export async function appToOpen(
  desk: Pick<PhoneDesk, 'apps'>,
  { task }: Pick<ToolPhone, 'task'>,
  id: string,
): Promise<string> {
  const apps = await desk.apps(task.id);
  // A live phone says itself whether it has the app.
  if (apps === null) return id;
  const found = apps.find((app) => app.package === id);
  if (found !== undefined) return found.name;
  const known = apps.map((app) => app.package);
  throw new UserError(`there is no app ${JSON.stringify(id.slice(0, 200))} on this device`, {
    hint: `${didYouMean(id, known)}mobile_list_apps lists them.`,
  });
}
