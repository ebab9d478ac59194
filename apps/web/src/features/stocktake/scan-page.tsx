import { Button, TextInput, Title } from '@mantine/core'
import {
  IconAlertTriangle,
  IconBulb,
  IconBulbOff,
  IconCamera,
  IconCameraOff,
  IconCheck,
  IconCloudCheck,
  IconCloudUp,
  IconMapPin,
  IconQuestionMark,
  IconRepeat,
  IconTransfer,
} from '@tabler/icons-react'
import { dayOf, type Outcome, outcomes, type StocktakeItem } from '@vitrine/contract'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useSignedIn } from '../../session/use-session.ts'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import { useUnsaved } from '../../ui/forms/unsaved.tsx'
import { Block } from '../../ui/layout/page-parts.tsx'
import { useScreenSubject } from '../../ui/layout/screen-subject.ts'
import { Thumbnail } from '../../ui/lists/picture.tsx'
import { RowSkeletons } from '../../ui/lists/row-skeletons.tsx'
import { saveFile } from '../../ui/lists/save-file.ts'
import { type Camera, startCamera } from './camera.ts'
import { ConditionForm } from './condition-form.tsx'
import { readFacts, writeFacts } from './facts-file.ts'
import { PlaceChooser } from './place-chooser.tsx'
import styles from './scan-page.module.css'
import { allowSound } from './signals.ts'
import { type CampaignOnPhone, useCampaign } from './use-campaign.ts'
import { type Result, type Scanning, useScanning } from './use-scanning.ts'

/** Scanning on a phone: where one is, then object after object. */
export function ScanPage({ campaignId }: { readonly campaignId: number }) {
  const campaign = useCampaign(campaignId, useSignedIn().user.email)
  const { data, unsent, problem } = campaign
  useScreenSubject(data?.campaign.name ?? null)
  // A session that ends keeps the screen; the facts are found again in any case.
  useUnsaved(() => unsent > 0, undefined, true)
  return (
    <div className={styles.page}>
      {problem && <ErrorMessage>{problem}</ErrorMessage>}
      {!data && <Title order={1}>Scan</Title>}
      {data ? (
        <Scan campaignId={campaignId} campaign={campaign} />
      ) : (
        !problem && <RowSkeletons label="Loading the stocktake" />
      )}
    </div>
  )
}

interface PartProps {
  readonly campaign: CampaignOnPhone
  readonly scanning: Scanning
}

function Scan({ campaignId, campaign }: { readonly campaignId: number; readonly campaign: CampaignOnPhone }) {
  const scanning = useScanning(campaignId, campaign)
  const { place, places, goTo, result, note } = scanning
  const [sheet, setSheet] = useState<'place' | StocktakeItem | null>(null)
  const { name, closedAt, mayScan } = campaign.data?.campaign ?? {}
  const close = () => setSheet(null)
  // Nothing is scanned behind a sheet.
  const onCode = (code: string) => sheet === null && scanning.onCode(code)
  return (
    <>
      <header className={styles.head}>
        <Title order={1} className={styles.title ?? ''}>
          {name}
        </Title>
        <Counts campaign={campaign} scanning={scanning} />
      </header>
      {closedAt && (
        <ErrorMessage>
          This stocktake was closed on {dayOf(new Date(closedAt))}. What you scan now is kept, but does not count.
        </ErrorMessage>
      )}
      {!mayScan && (
        <ErrorMessage>You do not take part in this stocktake. Root or admin can tell you more.</ErrorMessage>
      )}
      <button type="button" className={styles.place} onClick={() => setSheet('place')}>
        <IconMapPin size={28} aria-hidden="true" />
        <span className={styles.here}>
          <strong className={styles.choiceName}>{place?.name ?? 'Scan or choose a place first'}</strong>
          {place && <span className={styles.choicePath}>{places.pathOf(place.id)}</span>}
        </span>
        <span className={styles.change}>{place ? 'Change' : 'Choose'}</span>
      </button>
      {sheet === 'place' && (
        <PlaceChooser
          places={places}
          onCancel={close}
          onChoose={(chosen) => {
            goTo(chosen)
            close()
          }}
        />
      )}
      {sheet !== null && sheet !== 'place' && (
        <ConditionForm item={sheet} onClose={close} onSave={(said, photo) => note(sheet, said, photo)} />
      )}
      {mayScan && (
        <div className={styles.scanner} inert={sheet !== null}>
          <CameraView onCode={onCode} />
          <ResultCard result={result} onCondition={setSheet} scanning={scanning} />
          <TypedCode onCode={onCode} />
        </div>
      )}
      <Lists campaign={campaign} scanning={scanning} />
      <Unsent campaignId={campaignId} campaign={campaign} />
    </>
  )
}

/** How far it is, and what works without reception. */
function Counts({ campaign: { data, facts, kept }, scanning: { directory } }: PartProps) {
  const seen = new Set([...facts.values()].flatMap((fact) => (fact.kind === 'seen' && fact.itemId) || []))
  const expected = data?.items.filter((item) => item.expected) ?? []
  const found = [...seen].filter((id) => directory.item(id)?.expected).length
  const withPicture = expected.filter(({ picture }) => picture !== '').length
  return (
    <p className={styles.counts}>
      <strong>
        {found} of {expected.length} seen
      </strong>{' '}
      {kept?.screen === true && `· Works without reception, with ${kept.pictures} of ${withPicture} pictures`}
      {kept?.screen === false && '· This browser needs reception to open this screen'}
    </p>
  )
}

function CameraView({ onCode }: { readonly onCode: (code: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const camera = useRef<Camera>(undefined)
  const [state, setState] = useState<'off' | 'starting' | 'on'>('off')
  const [problem, setProblem] = useState('')
  const [torch, setTorch] = useState<boolean | null>(null)
  const latest = useRef(onCode)
  latest.current = onCode
  useEffect(() => () => camera.current?.stop(), [])
  const stop = () => {
    camera.current?.stop()
    camera.current = undefined
    setState('off')
  }
  const start = async () => {
    allowSound()
    setProblem('')
    setState('starting')
    try {
      if (!video.current) return
      camera.current = await startCamera(video.current, (code) => latest.current(code))
      setTorch(camera.current.setTorch && false)
      setState('on')
    } catch (error) {
      setProblem((error as Error).message)
      setState('off')
    }
  }
  const light = async () => {
    await camera.current?.setTorch?.(!torch).catch(() => setProblem('The light could not be switched.'))
    setTorch(!torch)
  }
  return (
    <section aria-label="Camera" className={styles.camera} data-on={state !== 'off' || undefined}>
      <video
        ref={video}
        muted
        playsInline
        className={styles.video}
        hidden={state === 'off'}
        aria-label="What the camera sees"
      />
      {state === 'off' ? (
        <Button size="xl" fullWidth leftSection={<IconCamera size={24} aria-hidden="true" />} onClick={start}>
          Start the camera
        </Button>
      ) : (
        <div className={styles.tools}>
          <SecondaryButton
            size="xl"
            loading={state === 'starting'}
            leftSection={<IconCameraOff size={24} aria-hidden="true" />}
            onClick={stop}
          >
            Stop
          </SecondaryButton>
          {state === 'on' && torch !== null && (
            <SecondaryButton
              size="xl"
              aria-pressed={torch}
              leftSection={
                torch ? <IconBulbOff size={24} aria-hidden="true" /> : <IconBulb size={24} aria-hidden="true" />
              }
              onClick={light}
            >
              Light
            </SecondaryButton>
          )}
        </div>
      )}
      {problem && <ErrorMessage>{problem}</ErrorMessage>}
    </section>
  )
}

const icons: Record<Outcome, ReactNode> = {
  here: <IconCheck size={40} stroke={2.5} aria-hidden="true" />,
  elsewhere: <IconTransfer size={40} stroke={2} aria-hidden="true" />,
  unknown: <IconQuestionMark size={40} stroke={2} aria-hidden="true" />,
  twice: <IconRepeat size={40} stroke={2} aria-hidden="true" />,
}

interface ResultCardProps {
  readonly result: Result | undefined
  readonly scanning: Scanning
  readonly onCondition: (item: StocktakeItem) => void
}

/** What the last code was. It has its size before the first one: nothing moves under the thumb. */
function ResultCard({ result, scanning: { choose, places }, onCondition }: ResultCardProps) {
  const item = result?.kind === 'seen' ? result.item : null
  return (
    <section
      aria-label="Last scan"
      className={styles.result}
      data-outcome={result?.kind === 'seen' ? result.outcome : result?.kind}
    >
      <div role="status" className={styles.said}>
        {!result && <p>Nothing scanned yet.</p>}
        {result?.kind === 'place' && (
          <>
            <IconMapPin size={40} aria-hidden="true" />
            <p className={styles.words}>
              <strong className={styles.outcome}>You are in {result.place.name}</strong>
              <span>Now scan object after object.</span>
            </p>
          </>
        )}
        {result?.kind === 'placeFirst' && <Failed text="Scan or choose a place first" code={result.code} />}
        {result?.kind === 'failed' && <Failed text="NOT stored: please scan it again" code={result.code} />}
        {result?.kind === 'several' && (
          <Failed text="Two objects have this number: which one is it?" code={result.code} />
        )}
        {result?.kind === 'seen' && (
          <>
            {icons[result.outcome]}
            <p className={styles.words}>
              <strong className={styles.outcome}>{outcomes[result.outcome]}</strong>
              {item ? (
                <span>
                  {item.identifier} {item.name}
                </span>
              ) : (
                <span className={styles.code}>{result.code}</span>
              )}
              {result.outcome === 'elsewhere' && (
                <span>Expected: {places.pathOf(item?.placeId ?? 0) || 'no place noted'}</span>
              )}
            </p>
          </>
        )}
      </div>
      {result?.kind === 'several' &&
        result.items.map((one) => (
          <button key={one.id} type="button" className={styles.choice} onClick={() => choose(result.code, one)}>
            <strong className={styles.choiceName}>{one.identifier}</strong>
            <span className={styles.choicePath}>{one.name}</span>
          </button>
        ))}
      {item && (
        <div className={styles.pair}>
          <span className={styles.thumbnail}>
            <Thumbnail item={item} />
          </span>
          <SecondaryButton size="xl" onClick={() => onCondition(item)}>
            Condition…
          </SecondaryButton>
        </div>
      )}
    </section>
  )
}

const Failed = ({ text, code }: { readonly text: string; readonly code: string }) => (
  <>
    <IconAlertTriangle size={40} aria-hidden="true" />
    <p className={styles.words}>
      <strong className={styles.outcome}>{text}</strong>
      <span className={styles.code}>{code}</span>
    </p>
  </>
)

function TypedCode({ onCode }: { readonly onCode: (code: string) => void }) {
  const [typed, setTyped] = useState('')
  const enter = (event: FormEvent) => {
    event.preventDefault()
    allowSound()
    onCode(typed)
    setTyped('')
  }
  return (
    <form className={styles.typed} onSubmit={enter}>
      <TextInput
        size="xl"
        label="Or type a number or code"
        value={typed}
        autoComplete="off"
        autoCapitalize="characters"
        enterKeyHint="done"
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button size="xl" type="submit" disabled={typed.trim() === ''}>
        Enter
      </Button>
    </form>
  )
}

const lastShown = 10
const missingShown = 100

/** What is still to be found in this place, and what was seen last. */
function Lists({ campaign: { data, facts }, scanning: { place, directory, expectation } }: PartProps) {
  const all = [...facts.values()]
  const seen = new Set(all.flatMap((fact) => (fact.kind === 'seen' && fact.itemId) || []))
  const missing =
    place &&
    data?.items.filter((item) => item.expected && !seen.has(item.id) && expectation.within(item.placeId, place.id))
  const last = all
    .filter(({ kind }) => kind === 'seen')
    .slice(-lastShown)
    .reverse()
  return (
    <>
      {missing && (
        <Block title={`Still to find here: ${missing.length}`}>
          <ul className={`plain-list ${styles.items}`}>
            {missing.slice(0, missingShown).map((item) => (
              <li key={item.id} className="flex-middle">
                <span className={styles.thumbnail}>
                  <Thumbnail item={item} />
                </span>
                <span>
                  <strong>{item.identifier}</strong> {item.name}
                </span>
              </li>
            ))}
          </ul>
          {missing.length > missingShown && <p className="note">and {missing.length - missingShown} more</p>}
          {missing.length === 0 && <p className="note">Everything that is expected here was seen.</p>}
        </Block>
      )}
      {last.length > 0 && (
        <Block title="Seen last">
          <ul className={`plain-list ${styles.items}`}>
            {last.map((fact) => {
              const item = directory.item(fact.itemId ?? 0)
              return (
                <li key={fact.id}>
                  <strong className={styles.code}>{item?.identifier ?? fact.code}</strong>{' '}
                  {item?.name ?? 'Unknown code'}{' '}
                  <span className="quiet">
                    {directory.place(fact.placeId ?? 0)?.name} · {fact.by}
                  </span>
                </li>
              )
            })}
          </ul>
        </Block>
      )}
    </>
  )
}

/** What is not yet sent: always in sight, and how to bring it to the server by another way. */
function Unsent({ campaignId, campaign }: { readonly campaignId: number; readonly campaign: CampaignOnPhone }) {
  const { unsent, connection, unsentFacts, add, send, data } = campaign
  const [message, setMessage] = useState('')
  const save = async () => {
    const file = new Blob([writeFacts(campaignId, await unsentFacts())], { type: 'application/json' })
    saveFile(`Stocktake ${data?.campaign.name ?? campaignId}.json`, file)
    setMessage('Saved. A colleague can read the file in on this screen. Photos stay on this phone until they are sent.')
  }
  const read = async (file: File | undefined) => {
    if (!file) return
    try {
      const facts = readFacts(campaignId, await file.text())
      await add(facts)
      setMessage(`${facts.length} ${facts.length === 1 ? 'scan' : 'scans'} read in from ${file.name}.`)
    } catch (error) {
      setMessage((error as Error).message)
    }
  }
  return (
    <>
      <Block title="Without reception">
        <p className="note">
          What you scan waits on this phone until it can be sent. It is sent by itself; or save it as a file for a
          colleague.
        </p>
        <div className={styles.pair}>
          <SecondaryButton size="xl" disabled={unsent === 0} onClick={save}>
            Save as file
          </SecondaryButton>
          <label className={styles.photo}>
            Read a file in
            <input
              type="file"
              accept="application/json,.json"
              onChange={({ currentTarget }) => void read(currentTarget.files?.[0])}
            />
          </label>
        </div>
        {message && <p role="status">{message}</p>}
      </Block>
      <div className={styles.unsent} data-waiting={(unsent > 0 && connection === 'unreachable') || undefined}>
        {unsent > 0 ? <IconCloudUp size={24} aria-hidden="true" /> : <IconCloudCheck size={24} aria-hidden="true" />}
        <p role="status" className={styles.words}>
          <strong>{unsent > 0 ? `${unsent} not yet sent` : 'Everything is sent'}</strong>
          {connection === 'unreachable' && <span>No reception</span>}
        </p>
        <SecondaryButton className={styles.send ?? ''} disabled={connection === 'sending'} onClick={send}>
          Send now
        </SecondaryButton>
      </div>
    </>
  )
}
