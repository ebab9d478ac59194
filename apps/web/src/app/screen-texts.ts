import {
  type Access,
  type ItemType,
  inventoryTypes,
  managers,
  perType,
  type ScreenPath,
} from '@vitrine/contract'

/** Texts about a screen, loaded only with the palette and the screen Help. */
export interface ScreenText {
  /** What the screen is for, in one or two sentences. */
  readonly explanation: string
  /** Other names, also in French and German. Screens with parameters have none. */
  readonly names?: readonly string[]
  /** Actions by their label on the screen. */
  readonly actions?: Readonly<Record<string, ScreenAction>>
}

export interface ScreenAction {
  /** Other names by which people may look for it. */
  readonly names: readonly string[]
  /** The fragment of the address that opens its form or panel; see `useAddressAction`. */
  readonly fragment?: string
  /** The roles that may use it; by default all that may open the screen. */
  readonly access?: Access
}

type SignedInPath = Exclude<ScreenPath, '/login' | '/forgot-password' | '/set-password/:token'>

/** Names of an inventory in addition to the labels of its items. */
const moreInventoryNames: Partial<Record<ItemType, readonly string[]>> = {
  car: ['Voitures', 'Automobiles', 'Véhicules', 'Autos', 'Fahrzeuge'],
  art: ['Œuvres', 'Peintures', 'Kunstwerke', 'Gemälde', 'Bilder'],
}

function listInventoryNames(type: ItemType): readonly string[] {
  const { many, labels } = inventoryTypes[type]
  return [...(moreInventoryNames[type] ?? []), many, labels.fr, labels.de]
}

/** The type requires an entry for every screen of signed-in users. */
export const screenTexts: Record<SignedInPath, ScreenText> = {
  '/': {
    explanation:
      'Search everything, and see what is open for you, what items lack and what colleagues did lately.',
    names: ['Start', 'Accueil', 'Page d’accueil', 'Startseite', 'Übersicht'],
  },
  ...perType('/inventory/{type}', (type) => ({
    explanation: `The inventory of ${inventoryTypes[type].museum}: filter, sort, print, export, add items or change many at once.`,
    names: [
      ...listInventoryNames(type),
      'Inventory',
      'Inventaire',
      'Inventar',
      'Collection',
      'Sammlung',
    ],
    actions: {
      'Add Item': {
        names: ['Ajouter un objet', 'Nouvel objet', 'Objekt hinzufügen', 'Neues Objekt'],
        fragment: 'add',
      },
      'Print labels': {
        names: ['Étiquettes', 'Imprimer', 'Etiketten', 'Beschriftung', 'Drucken'],
        fragment: 'labels',
      },
      'Select, then Move…': {
        names: ['Déplacer', 'Déplacement', 'Verschieben', 'Umlagern'],
        fragment: 'select',
      },
      'Upload CSV': {
        names: ['Import', 'Importer', 'Importation', 'Importieren', 'Hochladen'],
        fragment: 'upload',
      },
      'Download CSV': {
        names: ['Export', 'Exporter', 'Télécharger', 'Exportieren', 'Herunterladen'],
      },
    },
  })),
  '/inventory-detail/:id': {
    explanation:
      'Everything about one item: facts, texts for visitors, pictures, comments, condition, place and history. Each part is edited where it stands.',
  },
  '/places': {
    explanation:
      'Halls, storage and boxes, as a tree with codes. Open a place to see what is in it.',
    names: [
      'Locations',
      'Lieux',
      'Emplacements',
      'Localisation',
      'Salles',
      'Réserve',
      'Dépôt',
      'Orte',
      'Standorte',
      'Räume',
      'Säle',
      'Lager',
    ],
    actions: {
      'Add place': {
        names: ['Nouveau lieu', 'Ajouter un lieu', 'Neuer Standort', 'Ort hinzufügen'],
        fragment: 'add',
        access: managers,
      },
    },
  },
  '/places/:id': {
    explanation: 'What is in one place, today or on an earlier day; move all of it or a selection.',
  },
  '/scan': {
    explanation:
      'Scan the label of an object or the code of a place with a phone, then open it, move it, take a photo or comment.',
    names: ['Camera', 'QR code', 'Scanner', 'Numériser', 'Scannen', 'Kamera', 'Strichcode'],
  },
  '/comments': {
    explanation:
      'All comments on items. Some are tasks, with somebody who does them and a day when they are due.',
    names: [
      'Tasks',
      'Commentaires',
      'Remarques',
      'Tâches',
      'Kommentare',
      'Bemerkungen',
      'Aufgaben',
    ],
  },
  '/journal': {
    explanation: 'What happened in the museums, day by day, with tags; as a list or a calendar.',
    names: ['Diary', 'Calendrier', 'Carnet', 'Tagebuch', 'Kalender'],
    actions: {
      'New entry': {
        names: ['Nouvelle entrée', 'Écrire', 'Neuer Eintrag', 'Eintragen'],
        fragment: 'new',
      },
    },
  },
  '/report': {
    explanation:
      'A report on what the journal says about a period; each line links to its entries.',
    names: ['Rapport', 'Compte rendu', 'Bericht', 'Zusammenfassung'],
  },
  '/questions': {
    explanation:
      'What visitors asked on the public pages. Answer a question in the item’s text, so that the next visitor finds it.',
    names: ['Questions des visiteurs', 'Fragen', 'Besucherfragen'],
  },
  '/assistant': {
    explanation:
      'Ask about journal, comments and items in your own words; each answer names its sources.',
    names: ['Assistent', 'Demander', 'Chercher', 'Suche'],
  },
  '/stocktake': {
    explanation:
      'Check that every object is where it should be: open a stocktake, scan with a phone, decide on differences.',
    names: ['Inventory check', 'Récolement', 'Inventur', 'Bestandskontrolle', 'Revision'],
    actions: {
      Scan: { names: ['Scanner', 'Scannen', 'Numériser'] },
      'Open a stocktake': {
        names: ['Nouveau récolement', 'Neue Inventur', 'Inventur eröffnen'],
        fragment: 'new',
        access: managers,
      },
    },
  },
  '/stocktake/:id': {
    explanation:
      'Scan the codes of places and objects with a phone, also where there is no network.',
  },
  '/attributes': {
    explanation:
      'What can be said about an item: labels in all languages, order, units, and who may see it.',
    names: ['Fields', 'Attributs', 'Champs', 'Caractéristiques', 'Attribute', 'Felder', 'Merkmale'],
    actions: {
      'Add Attribute': {
        names: ['Nouvel attribut', 'Ajouter un attribut', 'Neues Attribut', 'Neues Feld'],
        fragment: 'add',
      },
    },
  },
  '/cms': {
    explanation: 'The events that visitors read about on the website.',
    names: ['Events', 'Événements', 'Manifestations', 'Agenda', 'Veranstaltungen', 'Termine'],
    actions: {
      'New Event': {
        names: ['Nouvel événement', 'Neue Veranstaltung', 'Neuer Termin'],
        fragment: 'new',
      },
    },
  },
  '/museums': {
    explanation: 'Opening hours, tickets and how to get there, as visitors read them.',
    names: [
      'Opening hours',
      'Musées',
      'Horaires d’ouverture',
      'Heures d’ouverture',
      'Museen',
      'Öffnungszeiten',
    ],
  },
  '/employees': {
    explanation: 'Who has an account, and with which role. Send somebody a new password link here.',
    names: [
      'Users',
      'Accounts',
      'Utilisateurs',
      'Employés',
      'Collaborateurs',
      'Comptes',
      'Benutzer',
      'Mitarbeiter',
      'Konten',
    ],
    actions: {
      'Send password link': {
        names: ['Lien du mot de passe', 'Passwortlink', 'Passwort zurücksetzen'],
      },
    },
  },
  '/employees/new': {
    explanation: 'Add a colleague, who gets a link by mail to set a password.',
    names: [
      'Add a user',
      'Nouvel utilisateur',
      'Ajouter un utilisateur',
      'Neuer Benutzer',
      'Benutzer hinzufügen',
    ],
  },
  '/employees/edit/:id': { explanation: 'Change the name, the address or the role of a user.' },
  '/change-password': {
    explanation: 'Set a new password, and a second step for the sign-in.',
    names: ['Mot de passe', 'Changer le mot de passe', 'Passwort ändern', 'Kennwort ändern'],
  },
  '/changes': {
    explanation:
      'Everything that was changed, newest first: by whom, when and what. Most changes can be undone here.',
    names: [
      'History',
      'Recent changes',
      'Undo',
      'Historique',
      'Modifications',
      'Changements',
      'Annuler',
      'Verlauf',
      'Änderungen',
      'Rückgängig',
    ],
  },
  '/audit': {
    explanation:
      'Sign-ins, changes of accounts and passwords, and other events that must stay traceable.',
    names: ['Protokoll', 'Journal d’audit', 'Connexions', 'Anmeldungen'],
  },
  '/api-reference': { explanation: 'For programmers: every call of the server, with its access.' },
  '/help': {
    explanation: 'What each screen is for.',
    names: ['Aide', 'Mode d’emploi', 'Hilfe', 'Anleitung', 'Manual'],
  },
  '/about': {
    explanation: 'The version, whom to ask, and the licences of what Vitrine is built with.',
    names: ['À propos', 'Version', 'Licences', 'Über Vitrine', 'Lizenzen'],
  },
  '/test-error': {
    explanation: 'For administrators: causes an error on purpose, to see whether it is logged.',
  },
}
