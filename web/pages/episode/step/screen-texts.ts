import type { NoPicture } from '../../../../src/report/view/report-episode.js';
import { defineTexts } from '../../../texts/language.js';

/** What is said in the place of a picture. */
export const SCREEN_TEXTS = defineTexts(
  {
    noPicture: {
      none: 'Nobody recorded a picture of this screen.',
      withheld: 'Pictures were left out of this report.',
      missing: 'The picture was missing when the report was written.',
      noRoom: 'The picture was left out to keep the file small; those of failed episodes come first.',
    } satisfies Record<NoPicture, string>,
    broken:
      'The picture did not come with the report, or is damaged. Its folder has to be passed on with the file.',
    /** Where a server shows the folder of the run itself. */
    served: {
      withheld: 'Screens of this run are not shown: they may show data of people.',
      broken: 'The picture is not in the folder of the run, or is damaged.',
    },
  },
  {
    noPicture: {
      none: '该屏幕没有记录图片。',
      withheld: '本报告不含图片。',
      missing: '生成报告时缺少该图片。',
      noRoom: '为控制文件大小，未包含此图片；失败任务的图片优先。',
    },
    broken: '图片没有随报告一起提供，或已损坏。图片文件夹须与文件一并传送。',
    served: {
      withheld: '不显示此运行的屏幕：其中可能有个人数据。',
      broken: '图片不在运行的文件夹中，或已损坏。',
    },
  },
);
