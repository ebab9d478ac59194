import { HelpPage } from '../../../features/help/help-page.tsx'
import { screenTexts } from '../../screen-texts.ts'

export const Screen = () => <HelpPage texts={screenTexts} />
