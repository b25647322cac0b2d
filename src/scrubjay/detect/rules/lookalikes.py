"""Names that medicine uses for things: Foley catheter, Parkinson's, Wells score. They are not people."""

from scrubjay.detect.lexicon import FREQUENT_SURNAME
from scrubjay.detect.rules.page import Page

# Known for the thing alone; a person of that name is recognised by a title, a first name or a signature.
EPONYMS = frozenset(
    "foley babinski romberg lachman mcburney trendelenburg kernig brudzinski homan homans tinel phalen hawkins neer spurling lasegue apgar braden "
    "morse glasgow ranson pugh gleason hoehn yahr schirmer swan ganz hickman broviac groshong penrose hemovac blakemore "
    "dobhoff dubhoff yankauer ambu bovie fowler sims kegel valsalva heimlich epley hallpike cushing addison hashimoto crohn "
    "raynaud sjogren parkinson parkinsons alzheimer alzheimers huntington tourette gehrig paget guillain barre hodgkin burkitt kaposi wilms ewing merkel "
    "barrett meckel zenker mallory weiss schatzki hirschsprung dupuytren quervain colles monteggia galeazzi lisfranc "
    "charcot tooth osgood schlatter perthes scheuermann schmorl chiari willis galen virchow kerley hounsfield bosniak "
    "fleischner fazekas rathke dorello modic gram ziehl neelsen giemsa papanicolaou pap coombs westergren epstein barr coxsackie lyme "
    "klinefelter marfan ehlers danlos noonan angelman prader willi digeorge fanconi gaucher tay sachs pompe fabry wegener "
    "goodpasture henoch schonlein kawasaki behcet felty reiter takayasu buerger horner adie argyll wernicke korsakoff "
    "broca brodmann purkinje golgi betz heberden bouchard osler janeway koplik kayser fleischer auer jolly heinz bence "
    "sternberg breslow dukes borrmann nissen billroth roux hartmann lichtenstein bassini shouldice pfannenstiel "
    "kocher lefort mohs doppler holter mobitz wenckebach brugada fontan blalock taussig bentall mitrofanoff kasai "
    "ponseti pavlik ortolani galant moro snellen ishihara amsler goldmann weber rinne mallampati cormack lehane aldrete "
    "rass zung conners epworth karnofsky zubrod lansky barthel tinetti schober faber mcmurray apley finkelstein adson "
    "yergason jobe cheyne stokes kussmaul bartholin skene montgomery leopold bishop hegar chadwick braxton hicks rhogam "
    "kleihauer betke coopers nagele ballard dubowitz silverman guthrie tanner denver bayley vineland wechsler stroop "
    "rorschach luria borderline lewy creutzfeldt jakob pick binswanger friedreich werdnig hoffmann kugelberg "
    "duchenne becker lambert eaton bielschowsky brown-sequard todd jendrassik hoffman chvostek trousseau cullen "
    "turner grey rovsing courvoisier markle carnett caput schilling bernstein heller toupet dor kimura "
    "alvarado curb caprini hestia perc geneva nexus ottawa canadian pecarn kocher-langenbeck gustilo weber's garden "
    "ilizarov kirschner steinmann luque harrington cobb risser vancouver neer's mason frykman salter-harris "
    "ringer ringers hartmann's dakin dakins burow domeboro unna jones's tubigrip mepilex kerlix coban duoderm xeroform aquacel tegaderm "
    "miralax colace senna benadryl tylenol motrin advil aleve lasix coumadin plavix lipitor zocor crestor norvasc keppra "
    "ativan xanax valium klonopin prozac zoloft paxil lexapro celexa wellbutrin effexor cymbalta remeron trazodone seroquel zyprexa "
    "risperdal abilify geodon haldol thorazine lithobid depakote lamictal tegretol dilantin neurontin lyrica sinemet requip mirapex "
    "aricept namenda exelon foleys lachmans murphys ganglion pneumovax prevnar shingrix tdap gardasil lantus humalog novolog "
    "levemir tresiba ozempic victoza trulicity jardiance farxiga januvia glucophage amaryl synthroid levoxyl cytomel armour "
    "medrol solumedrol decadron kenalog depo lovenox eliquis xarelto pradaxa brilinta aggrenox pletal ranexa entresto "
    "cordarone multaq tikosyn lanoxin cardizem toprol lopressor coreg bystolic tenormin altace vasotec zestril prinivil diovan "
    "cozaar benicar micardis avapro hyzaar maxzide aldactone demadex bumex zaroxolyn "
    "rocephin zosyn ancef keflex augmentin unasyn cipro levaquin avelox bactrim septra flagyl cleocin vancocin zyvox cubicin "
    "diflucan nizoral lamisil sporanox vfend zovirax valtrex famvir tamiflu relenza paxlovid "
    "flexeril robaxin soma skelaxin zanaflex baclofen percocet vicodin norco lortab roxicodone oxycontin dilaudid demerol "
    "toradol ultram suboxone narcan vivitrol antabuse chantix nicorette imodium lomotil bentyl reglan zofran phenergan compazine "
    "pepcid zantac prilosec protonix nexium prevacid carafate maalox mylanta tums dulcolax fleet golytely "
    "proventil ventolin albuterol atrovent combivent duoneb advair symbicort flovent pulmicort spiriva singulair zyrtec claritin allegra flonase nasonex".split()
)
_NOUNS = frozenset(
    "sign signs syndrome disease test tests testing score scores scale criteria criterion classification index catheter drain drains position maneuver "
    "manoeuvre procedure fracture fractures stage staging lymphoma thyroiditis palsy phenomenon reflex esophagus diverticulum sarcoma "
    "tumor cyst cleft cave canal chorea contracture ataxia anemia dystrophy stain nodes node lines line body bodies cells cell duct "
    "gland glands tube tubes forceps retractor clamp bag mask hugger stockings wrap boot boots splint traction brace collar frame "
    "solution lactate powder grade grading repair operation incision approach angle ring law equation formula ratio method "
    "technique protocol rule rules regimen diet suture effect response disorder deformity dressing contraction contractions "
    "lesion purpura arteritis vasculitis spots edema nevus ulcer hernia keratosis virus encephalopathy psychosis aphasia "
    "granulomatosis tetralogy anomaly malformation block waves murmur respirations breathing exercises monitor stent graft "
    "filter shunt valve port chart plates inventory questionnaire checklist gene mutation hepatitis negative positive absent present agar "
    "ligament tendon muscle fascia membrane tubercle tuberosity fossa foramen triangle point plexus ganglion nerve sinus "
    "curve law model trial study guidelines consensus pathway algorithm nomogram calculator "
    "melanoma carcinoma polyp crisis stroke coma blade laryngoscope nail rod pin screw plate prosthesis hook knife scissors needle cannula "
    "pad pump lift bed table cuff tourniquet dissector elevator procedure's bypass anastomosis loop limb pouch flap "
    "lens chart tonometry field fields cards light lamp drops sedation scale/score".split()
)


def is_thing(page: Page, i: int) -> bool:
    """Tell whether a name at word `i` is part of a medical term: known for it, or before a word such as sign or score."""
    word = page.words[i]
    if word in EPONYMS and not (page.flags[i] & FREQUENT_SURNAME and word not in _ALWAYS):
        return True
    if i + 1 < len(page) and page.gap(i) in (" ", "'s ", "’s ", "-", "' ", "’ "):
        if page.words[i + 1] in _NOUNS:
            return True
        if word in EPONYMS and not page.capital(i + 1) and page.letters == "mixed":
            return True
    return word in EPONYMS and page.text[page.ends[i] : page.ends[i] + 2] in ("'s", "’s")


# Frequent as surnames, but in notes far more often the thing.
_ALWAYS = frozenset("foley braden morse fowler gram lyme glasgow barrett barr weber cushing paget bishop valsalva parkinson parkinsons huntington addison hickman pap holter doppler apgar tanner denver ballard snellen".split())
