/**
 * A set of words as a minimal acyclic automaton (DAWG): common prefixes and suffixes are stored
 * once. Words are numbered in order, so that their properties can be stored in plain arrays.
 */
export interface WordGraph {
  /** The edges of node n are `first[n]` to `first[n + 1] - 1`. Node 0 is the root. */
  readonly first: Uint32Array
  /** 1 for nodes at which a word may end. */
  readonly final: Uint8Array
  /** The letter of an edge. */
  readonly label: Uint16Array
  readonly target: Uint32Array
  /** Number of words of the edge's node that precede those through this edge. */
  readonly before: Uint32Array
}

interface DraftNode {
  final: boolean
  readonly labels: number[]
  readonly targets: number[]
}

/** Builds the graph of words, which must be sorted by code units and unique. */
export function buildGraph(words: readonly string[]): WordGraph {
  const frozen: DraftNode[] = []
  const frozenBySignature = new Map<string, number>()
  const freeze = (draft: DraftNode): number => {
    // Nodes with the same edges lead to the same words, so they can share one node.
    const edges = draft.labels.map((label, i) => `,${label}:${draft.targets[i]}`)
    const signature = `${draft.final ? 1 : 0}${edges.join('')}`
    const equalNode = frozenBySignature.get(signature)
    if (equalNode !== undefined) return equalNode
    frozenBySignature.set(signature, frozen.length)
    return frozen.push(draft) - 1
  }

  // The nodes along the last word; all earlier branches are already frozen.
  const path: DraftNode[] = [createDraftNode()]
  const freezeDownTo = (depth: number, word: string) => {
    for (let level = path.length - 1; level > depth; level--) {
      const parent = path[level - 1] as DraftNode
      parent.labels.push(word.charCodeAt(level - 1))
      parent.targets.push(freeze(path.pop() as DraftNode))
    }
  }

  let previous = ''
  for (const word of words) {
    let sharedLength = 0
    while (sharedLength < previous.length && previous[sharedLength] === word[sharedLength])
      sharedLength++
    freezeDownTo(sharedLength, previous)
    while (path.length <= word.length) path.push(createDraftNode())
    ;(path[word.length] as DraftNode).final = true
    previous = word
  }
  freezeDownTo(0, previous)
  return layOutGraph(frozen, freeze(path[0] as DraftNode))
}

const createDraftNode = (): DraftNode => ({ final: false, labels: [], targets: [] })

function layOutGraph(drafts: readonly DraftNode[], root: number): WordGraph {
  const edges = drafts.reduce((count, draft) => count + draft.labels.length, 0)
  const graph = {
    first: new Uint32Array(drafts.length + 1),
    final: new Uint8Array(drafts.length),
    label: new Uint16Array(edges),
    target: new Uint32Array(edges),
    before: new Uint32Array(edges),
  }
  // Numbers nodes from the end: the root, which was frozen last, becomes 0.
  const getNumber = (draft: number) => root - draft
  // Words below each draft. Targets are frozen before the nodes that lead to them.
  const counts = new Uint32Array(drafts.length)
  for (const [index, draft] of drafts.entries()) {
    counts[index] = draft.targets.reduce(
      (sum, target) => sum + (counts[target] ?? 0),
      draft.final ? 1 : 0,
    )
  }
  let edge = 0
  for (let node = 0; node < drafts.length; node++) {
    const draft = drafts[getNumber(node)] as DraftNode
    graph.first[node] = edge
    graph.final[node] = draft.final ? 1 : 0
    let before = draft.final ? 1 : 0
    for (const [i, label] of draft.labels.entries()) {
      const target = draft.targets[i] ?? 0
      graph.label[edge] = label
      graph.target[edge] = getNumber(target)
      graph.before[edge] = before
      before += counts[target] ?? 0
      edge++
    }
  }
  graph.first[drafts.length] = edge
  return graph
}

/** Returns a word's number, or -1 if it is not in the graph. */
export function findWordNumber(graph: WordGraph, word: string): number {
  let node = 0
  let number = 0
  for (let index = 0; index < word.length; index++) {
    const edge = findEdge(graph, node, word.charCodeAt(index))
    if (edge < 0) return -1
    number += graph.before[edge] as number
    node = graph.target[edge] as number
  }
  return graph.final[node] === 1 ? number : -1
}

function findEdge(graph: WordGraph, node: number, label: number): number {
  const end = graph.first[node + 1] as number
  for (let edge = graph.first[node] as number; edge < end; edge++) {
    if (graph.label[edge] === label) return edge
  }
  return -1
}
