import type { AndroidSystem } from '../system/android-system.js';
import { stackList } from '../activity/activity-stacks.js';
import {
  activityHash,
  activityRecord,
  frontPid,
  packageName,
  shortName,
  TASK_HASH,
  TASK_ID,
} from './window-records.js';

/** Activities and tasks: the one on display. Source: AOSP `ActivityManagerService.dump`, `ActivityTaskManagerService.dump`. */
export function dumpActivity(args: readonly string[], system: AndroidSystem): string {
  const part = args.find((argument) => !argument.startsWith('-'));
  switch (part) {
    case 'activities':
    case 'a':
      return activities(system);
    case 'top':
      return top(system);
    case 'recents':
    case 'r':
      return recents(system);
    case 'stacks':
    case 'containers':
      return stackList(system.controls);
    case undefined:
      return activities(system) + recents(system) + processes(system);
    case 'processes':
    case 'p':
      return processes(system);
    default:
      return `ACTIVITY MANAGER ${part.toUpperCase()} (dumpsys activity ${part})\n  (nothing)\n`;
  }
}

function activities({ controls }: AndroidSystem): string {
  const record = activityRecord(controls);
  const name = packageName(controls);
  return `ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)
Display #0 (activities from top to bottom):
  * Task{${TASK_HASH} #${TASK_ID} type=standard A=10100:${name} U=0 visible=true visibleRequested=true mode=fullscreen translucent=false sz=1}
    topResumedActivity=${record}
    * Hist  #0: ${record}
      packageName=${name} processName=${name}
      app=ProcessRecord{e5f6071 ${frontPid(controls)}:${name}/u0a100}
      mActivityComponent=${shortName(controls)}
      state=RESUMED delayedResume=false finishing=false
      visibleRequested=true mVisible=true

  mResumedActivity: ${record}
  ResumedActivity: ${record}
  mFocusedApp=${record}
  mLastFocusedRootTask=Task{${TASK_HASH} #${TASK_ID} type=standard A=10100:${name}}
`;
}

function top({ controls }: AndroidSystem): string {
  return `TASK ${packageName(controls)} id=${TASK_ID} userId=0
  ACTIVITY ${shortName(controls)} ${activityHash} pid=${frontPid(controls)}
    Local Activity 1 State:
      mResumed=true mStopped=false mFinished=false
      mIsInMultiWindowMode=false mIsInPictureInPictureMode=false
`;
}

function recents({ controls }: AndroidSystem): string {
  return `ACTIVITY MANAGER RECENT TASKS (dumpsys activity recents)
  Recent tasks:
  * Recent #0: Task{${TASK_HASH} #${TASK_ID} type=standard A=10100:${packageName(controls)} U=0 visible=true}
    affinity=10100:${packageName(controls)}
    realActivity={${controls.component}}
    lastActiveTime=${controls.clock.uptime} (inactive for 0s)
`;
}

function processes({ controls }: AndroidSystem): string {
  const name = packageName(controls);
  return `ACTIVITY MANAGER RUNNING PROCESSES (dumpsys activity processes)
  *APP* UID 10100 ProcessRecord{e5f6071 ${frontPid(controls)}:${name}/u0a100}
    user #0 uid=10100 gids={50100}
  mFocusedApp=${activityRecord(controls)}
`;
}
