"""The words that make a rule look: titles, kin, months, street types. Each kind is one bit in the lexicon.

These are closed classes of the language, not lists of names, so they are written here.
"""

from functools import cache

from scrubjay.detect.lexicon import FIRST_CUE, lexicon, states

_bits = iter(range(FIRST_CUE.bit_length() - 1, 64))


def _cue() -> int:
    return 1 << next(_bits)


DOCTOR_TITLE = _cue()
PERSON_TITLE = _cue()
CREDENTIAL = _cue()
KIN = _cue()
FIELD = _cue()
ROLE = _cue()
MONTH = _cue()
WEEKDAY = _cue()
HOLIDAY = _cue()
SEASON = _cue()
STREET_TYPE = _cue()
FACILITY = _cue()
COMPANY = _cue()
LANDMARK = _cue()
FUNCTION = _cue()  # a word that is part of no name: articles, prepositions, pronouns, auxiliaries, headings
PARTICLE = _cue()
IN_PLACE = _cue()  # a preposition or verb that a town may follow
IDENTIFIER = _cue()
JOB = _cue()
AGE = _cue()
LOGIN = _cue()
STATE_CUE = _cue()  # the code of a US state, or the first word of its name
ANY_CUE = ~(FIRST_CUE - 1)

_WORDS = {
    DOCTOR_TITLE: "dr drs doctor prof professor doc nurse rn lpn cna np pa chaplain attending resident intern fellow "
    "surgeon hospitalist md therapist technologist ot pt sw tech anesthesiologist cardiologist oncologist "
    "radiologist pathologist dentist pharmacist dietitian midwife crna psychiatrist psychologist neurologist "
    "nephrologist urologist podiatrist pediatrician internist obstetrician scribe medic paramedic coordinator "
    "liaison counselor",
    PERSON_TITLE: "mr mrs ms miss mx master madam sir rev reverend fr pastor rabbi imam judge officer deputy sgt "
    "sergeant detective lt capt captain coach principal senora sra senor attorney atty commissioner trooper tpr "
    "adjuster intake boss colleague supervisor teacher father sister baby infant elder bishop deacon chief "
    "councilman president interpreter employer",
    CREDENTIAL: "md do rn lpn lvn np pa pac pharmd phd psyd dds dmd dpm dvm od dc crna cnm cnp fnp aprn arnp dnp msn "
    "bsn msw lcsw lmsw licsw lmft lpc lmhc rd rdn ldn pt dpt ot otr otd ccc slp ccc-slp rrt rpt cst cma rma mph mbbs "
    "mbchb facc facs facp facog faap faan face esq emt emt-p emt-b pa-c np-c fnp-c fnp-bc acnp agnp ms-ccc rph cde "
    "cdces rcp lac bcba atc ld cwocn ccrn ocn chpn pgy1 pgy2 pgy3 pgy4 pgy5 pgy-1 pgy-2 pgy-3 pgy-4 pgy-5 ms3 ms4 "
    "msiv msiii dnap frcs mrcp cpnp whnp pmhnp pmhnp-bc ptm lmt cota pta np-bc cnm cpht ct mt rt rdms rvt bs ma med",
    KIN: "mother father mom dad mum wife husband spouse partner son daughter brother sister aunt uncle cousin niece "
    "nephew grandmother grandfather grandma grandpa grandson granddaughter granddad grandparent stepmother stepfather "
    "stepson stepdaughter stepdad stepmom girlfriend boyfriend fiance fiancee friend neighbor neighbour roommate "
    "caregiver guardian widow widower twin sibling mother-in-law father-in-law sister-in-law brother-in-law "
    "sons daughters brothers sisters children kids twins parents grandchildren cousins friends "
    "colleague classmates son-in-law daughter-in-law ex-wife ex-husband landlord landlady classmate coworker godmother godfather pal "
    "caretaker housemate half-brother half-sister foster godson goddaughter great-aunt mo fa",
    FIELD: "patient pt name client resident attending pcp provider physician surgeon author dictated transcribed "
    "signed cosigned electronically referring referred ref consultant consulting requesting ordering ordered assistant "
    "anesthesiologist anesthetist anesthesia nurse witness interpreter guardian contact caller dear re cc "
    "attn surrogate proxy hcp poa hcpoa dpoa mother father spouse guarantor subscriber insured policyholder "
    "supervisor supervising reviewed verified approved interpreted pathologist radiologist technologist tech scribe "
    "clinician therapist counselor psychiatrist psychologist cardiologist oncologist hospitalist intensivist resident "
    "intern fellow student preceptor midwife pharmacist dietitian dentist optometrist audiologist coordinator "
    "manager cm sw rn md np pa crna lpn cna rph employer teacher "
    "notified informant historian relationship kin from to physicians providers attendings first last middle "
    "recipient member donor inmate examinee student infant baby child newborn neonate svc team medic "
    "emt crew driver preparer prepared completed performed administered charted recorded entered read sincerely regards "
    "respectfully thanks operator sonographer perfusionist circulator circulating scrub endoscopist chaplain "
    "caregiver submitted acknowledged paramedic primary secondary surgeons assistants asst scored oncall",
    ROLE: "by with per called paged told notified contacted named from via aka alias thank thanks cc d/w dw w "
    "saw met asked spoke page call informed consulted consult c/o s/o attn nee contact",
    MONTH: "january february march april may june july august september october november december jan feb mar apr jun "
    "jul aug sep sept oct nov dec",
    WEEKDAY: "monday tuesday wednesday thursday friday saturday sunday mon tue tues wed weds thu thur thurs fri sat "
    "sun mondays tuesdays wednesdays thursdays fridays saturdays sundays",
    HOLIDAY: "christmas xmas thanksgiving easter halloween hanukkah chanukah ramadan diwali passover kwanzaa eid "
    "juneteenth valentine valentines memorial labor labour columbus veterans veteran's valentine's patrick's "
    "president's presidents mother's father's new-year's new independence mlk boxing ash good palm st lunar "
    "cinco mardi groundhog super rosh yom",
    SEASON: "spring summer fall autumn winter",
    STREET_TYPE: "street st avenue ave av road rd boulevard blvd lane ln drive dr court ct circle cir place pl terrace "
    "ter way parkway pkwy highway hwy square sq trail trl loop alley path pike turnpike tpke row mews crescent close "
    "steps run plaza plz route rte broadway expressway crossing xing ridge walk point commons esplanade "
    "camino calle via paseo avenida",
    FACILITY: "hospital hospitals clinic clinics center centre infirmary hospice sanatorium rehab rehabilitation "
    "healthcare health medical practice pediatrics associates nursing manor institute surgery imaging radiology "
    "dialysis pharmacy dental dentistry orthopedics orthopaedics cardiology oncology dermatology ophthalmology urology "
    "urgent care living hosp ctr med laboratory laboratories labs specialists physicians wellness therapy psychiatry "
    "partners group asylum lodge village gardens obstetrics gynecology neurology gastroenterology optometry "
    "ambulance ems midwifery birth counseling retirement convalescent memory veterinary recovery shelter "
    "general memorial methodist presbyterian baptist lutheran children's childrens children pavilion vamc ihs va lab "
    "program sanitarium kids surgicenter polyclinic hmo homecare snf ltac alf eldercare home endocrinology nephrology podiatry rheumatology medicine behavioral heart",
    COMPANY: "inc llc corp corporation company co ltd llp plc university college school elementary academy church "
    "bank foundation insurance mutual union freight logistics trucking farms farm bakery restaurant diner cafe hotel "
    "motel casino factory mill mills foundry steel motors construction contractors plumbing roofing landscaping "
    "electric industries enterprises manufacturing packing plant brewery grocery market supermarket store "
    "library museum department district township ministries temple mosque synagogue parish "
    "cathedral association society club league firm studios systems solutions services airlines railroad railway "
    "transit shipyard dairy nursery daycare preschool kindergarten seminary institute cooperative co-op coop "
    "sons brothers bros & partners realty auto salon lumber warehouse supply foods marina trust fund "
    "agency bureau council commission prison jail penitentiary correctional fire police sheriff brewing winery "
    "cannery orchards ranch vineyards vineyard engineering hardware garage theater theatre press news gazette "
    "tribune cleaners laundry tire quarry mine mining",
    LANDMARK: "lake park bridge river beach mountain mount mt trail island creek valley forest airport mall stadium "
    "county parish neighborhood bay canyon falls pond reservoir dam harbor harbour pier wharf campground camp "
    "playground pool station speedway raceway arena fairgrounds reservation pueblo preserve interstate exit "
    "causeway delta point square parkway butte mesa peak cove ranch fort heights estates apartments towers tower homes courthouse plaza summit dunes",
    PARTICLE: "de la le van von der den del della da dos das di du al el bin ibn ben abu st ter ten st. y e af zu "
    "vander mac o' san santa",
    IN_PLACE: "in from near of outside to at around visiting visited leaving toward towards between through via "
    "moved lives resides born raised native",
    IDENTIFIER: "mrn mr mr# medrec emrn emr unit chart record acct account accession acc accn case order req requisition "
    "specimen policy member subscriber group medicare medicaid mbi hicn dea npi license licence lic dl plate plates tag "
    "vin serial sn s/n ser device udi claim auth authorization confirmation visit encounter enc fin csn har badge "
    "employee id ids id# number num no ssn ss social insurance beneficiary certificate cert registration reg passport "
    "ticket tracking reference ref lot barcode bar-code fingerprint biometric template driver driver's drivers room rm "
    "bed ldr chair bay grp locker incident report run docket file invoice receipt voucher kit sample tube block slide cassette study "
    "protocol subject participant pin code transaction prescription rx bin pcn iccid imei mac asset permit "
    "hic patient pt plan health ins booking inmate doc docs hospital pat enrollee iris retina voiceprint "
    "palm donor din requisition# session trial contract card vehicle van truck bus generator pump implant lead monitor "
    "model unit# master medical slides",
    JOB: "works worked working retired occupation employed employment job profession former unemployed career "
    "work self-employed trade vocation owner owns as",
    AGE: "age aged ages turned turns turning died dies deceased dead passed onset",
    LOGIN: "user username userid login log-in logon logged charted entered transcribed transcriptionist scribe signed filed "
    "initials taken documented typed by portal handle screen ehr edited updated printed verified reviewed released cosigned "
    "co-signed author tech scored",
    FUNCTION: "the a an and or but nor so if then than that this these those it its he she they we you i him her his "
    "hers them their our us my your me who whom whose which what when where why how is are was were be been being am "
    "has have had having do does did done will would shall should can could may might must not no yes of in on at to "
    "from for by with without about above after again against all any because before below between both during each "
    "few further here into just more most now off once only other out over own same some such there through too under "
    "until up very as per via vs also however therefore denies reports states notes presents presented presenting "
    "admitted discharged seen evaluated examined given started stopped continued continues stable normal negative "
    "positive history exam examination assessment plan impression findings diagnosis diagnoses medications medication "
    "meds allergies allergy labs lab vitals vital signs chief complaint reason subjective objective hpi pmh psh ros "
    "social family surgical past date time dob age sex gender race mrn room unit phone fax tel address page note notes "
    "summary report record discharge admission progress consultation consult procedure operation operative "
    "preoperative postoperative pre-op post-op department clinic hospital service patient pt pts patients daily twice "
    "three two one four five six seven eight nine ten mg ml mcg tablet tablets tab tabs po iv im prn bid tid qid qd hs "
    "left right bilateral upper lower anterior posterior today yesterday tomorrow tonight morning afternoon evening "
    "night well good follow follow-up followup recommend recommended recommendations return call called calls "
    "pain fever chills nausea vomiting diarrhea none unknown n/a na nkda self home status code full please thank "
    "thanks dear sincerely regards respectfully electronically signed dictated transcribed reviewed "
    "mother father wife husband son daughter brother sister spouse partner friend aunt uncle parents parent family "
    "child children doctor nurse physician attending resident provider surgeon therapist counselor student "
    "said says saw came went got lives works smokes drinks feels felt looks did got wants needs asked told "
    "since while although though unless whether either neither later soon still yet ever never always often "
    "mr mrs ms miss dr md rn icu ed er or pacu nicu picu micu sicu ccu ekg ecg ct mri xr cxr bp hr rr temp o2 spo2 "
    "wbc hgb plt na k cr bun ast alt inr hpi f m male female man woman boy girl lady gentleman "
    "state states united street ave road city county zip continue start stop monitor increase decrease hold take "
    "indication indications technique comparison conclusion disposition condition course treatment therapy results "
    "result test tests study studies type name names first last middle initial signature print new old per see "
    "cc re attn subject from to via sent received next prior previous previously recent recently last "
    "if contact emergency relationship number insurance member group policy account visit encounter primary care "
    "secondary referring ordering requesting author type status final preliminary addendum end begin "
    "speech language occupational physical skilled nursing case manager manager management social worker work "
    "interpreter present used by at pm am hours hrs min minutes mother's father's pcp np pa cna lpn crna "
    "step stage grade score class level side site size total low high mild moderate severe acute chronic "
    "arrived transferred transfer referred back way day week month year days weeks months years tech team staff "
    "okay ok alert oriented appears appear remains able unable using used use given gave goes go come "
    "verbal written consent obtained risks benefits alternatives explained agreed agrees verbalized understanding "
    "spoke speaks speaking calling asking requesting wishes plans planning scheduled schedule appointment appt "
    "let us know questions questions: concerns issues problem problems list active inactive resolved "
    "also:, chart charting document documentation form forms copy copies letter fax: office suite floor wing bed "
    "pharmacy refill refills prescription prescriptions dispense quantity qty sig take tablet capsule "
    "wound dressing drain catheter line tube culture cultures blood urine stool sputum csf biopsy specimen "
    "gross microscopic clinical information data sources source collected received accession",
}


@cache
def flags() -> dict[str, int]:
    """Return the lexicon with the cue bits set."""
    known = dict(lexicon())
    months = _WORDS[MONTH].split()
    for word in [f"{part}-{month}" for part in ("mid", "early", "late") for month in months]:
        known[word] = MONTH
    first_words = {word.split(" ")[0] for word in states()} | {code.lower() for code in states().values()}
    for word in first_words:
        known[word] = known.get(word, 0) | STATE_CUE
    for bit, text in _WORDS.items():
        for word in text.split():
            known[word] = known.get(word, 0) | bit
    return known
