package main

// The words that instances are made of. The committed tasks that are drawn, and their
// demonstrations, depend on them: when a word is added or removed, a test fails until
// these are written anew.

// people are the office's. Some have two names, and letters that only their
// language has.
var people = []string{
	"Adele", "Bruno", "Carmen", "Dmitri", "Edith", "Felix", "Gloria", "Harald", "Irene", "Jakob", "Karin", "Leo", "Magda", "Nils",
	"Odile", "Pavel", "Quinn", "Rosa", "Stefan", "Teresa", "Ulrich", "Vera", "Wanda", "Xavier", "Yvonne", "Zita", "Amir", "Bella",
	"Cyril", "Doris", "Emil", "Flora", "Gustav", "Helga", "Igor", "Judith", "Kofi", "Lena", "Milan", "Nadia", "Oscar", "Paula",
	"Raj", "Sonja", "Tariq", "Ursula", "Viktor", "Wim", "Yusuf", "Agnes",
	"José", "Zoë", "Renée", "Søren", "Jürgen", "Anaïs",
	"Mary Ann", "Anna Lena", "Jean Paul", "Ana Lucía", "Karl Heinz",
}

// outsiders are clients, members and guests: the people in lists.
var outsiders = []string{
	"Abigail", "Bertram", "Cornelia", "Douglas", "Eleanor", "Fergus", "Gwendolyn", "Horace", "Imogen", "Jasper", "Keith", "Lorna",
	"Maurice", "Nigel", "Olga", "Percy", "Ramona", "Silas", "Thelma", "Ulla", "Vincent", "Winifred", "Yolanda", "Zack", "Alfonso",
	"Brigitte", "Clement", "Daphne", "Ernest", "Fatima", "Gilbert", "Hannah", "Ivan", "Joyce", "Klaus", "Lydia", "Marta", "Norbert",
	"Chloé", "Jörg", "Inés", "Rosa Maria", "Hans Peter", "Sophie Anne",
}

// What meetings are about, and what kind they are.
var (
	matters = []string{"supplier", "budget", "design", "safety", "client", "project", "team", "product", "audit", "travel", "press", "contract",
		"marketing", "quality", "staffing", "energy", "import", "export", "holiday", "release", "insurance", "training", "archive", "office"}
	meetingKinds = []string{"call", "review", "walkthrough", "briefing", "workshop", "interview", "update", "visit", "rehearsal", "talk",
		"lunch", "discussion", "check", "planning", "hearing", "demo", "inspection", "kickoff", "debrief", "round"}
	places = []string{"Room 1", "Room 4", "Hall B", "Harbour", "Plant 2", "Foyer", "Canteen", "Phone", "Gate", "Studio", "Ward 3", "Library"}
)

// What people are to do.
var (
	verbs  = []string{"check", "sign", "print", "file", "send off", "update", "finish", "copy", "approve", "hand in", "proofread", "archive", "scan", "collect"}
	things = []string{"the insurance papers", "the lease", "the tax forms", "the fire plan", "the payroll", "the badge list", "the travel papers",
		"the floor plan", "the price list", "the safety report", "the timesheets", "the phone list", "the visitor book", "the delivery notes",
		"the order form", "the customs papers", "the staff survey", "the rent receipt", "the press kit", "the cleaning rota"}
)

// What can be out of order, and what is said of it.
var (
	facilities = []string{"lift", "back door", "car park", "garden gate", "copy room", "bike shed", "meeting room", "kitchen", "photo archive",
		"east stairway", "loading dock", "shower room", "storage room", "reception", "canteen", "library", "front hall", "boiler room", "roof terrace", "workshop"}
	states = []string{"is out of use", "stays closed", "is being cleaned", "cannot be used", "is being painted", "is being repaired",
		"is without light", "is being inspected", "is locked", "is without power"}
	untils = []string{"until Monday", "on Tuesday morning", "all afternoon", "from noon on", "until further notice", "on Friday", "this week",
		"until the end of the month", "for two days", "after four", "before nine", "over the holidays"}
)

// Names of files: for any file, and for files of one kind.
var (
	stems = []string{"stock", "rates", "travel", "catalogue", "rooms", "orders", "costs", "mileage", "harvest", "donations", "fees",
		"repairs", "figures", "hours", "parts", "visits", "summary", "notice", "overview", "register", "record",
		"journal", "survey", "tickets", "deliveries", "returns", "budget"}
	marks = []string{"north", "south", "june", "autumn", "draft", "final", "lab", "office", "new", "q2", "berlin", "team", "spring", "shop"}

	listStems    = []string{"names", "groups", "sites", "teams", "branches", "places", "areas", "themes"}
	billStems    = []string{"invoices", "bills", "rents", "fees", "debtors", "accounts", "payments", "ledger", "dues", "contracts"}
	courseStems  = []string{"course", "participants", "exam", "training", "class", "workshop", "results", "seminar"}
	starterStems = []string{"starters", "newcomers", "joiners", "hires", "arrivals", "recruits"}
	shiftStems   = []string{"shifts", "roster", "rota", "week", "duties", "plan", "schedule"}
	minuteStems  = []string{"minutes", "meeting", "protocol", "council", "board", "sitting"}
	storeStems   = []string{"stock", "store", "supplies", "warehouse", "inventory", "shelf", "depot"}
	claimStems   = []string{"claim", "expenses", "travel", "costs", "trip", "outlay", "refund"}
	priceStems   = []string{"prices", "catalogue", "tariff", "pricelist", "offers", "range", "assortment"}
	inboxStems   = []string{"received", "inbox", "entries", "post", "log", "incoming", "register"}
)

// What sheets are about: names and the headers of their columns, and the headers of
// columns of numbers.
var (
	goods = []string{"Stapler", "Toner", "Desk lamp", "Office chair", "Bookshelf", "Whiteboard", "Notebook", "Headset", "Envelope", "Marker",
		"Keyboard", "Monitor arm", "Filing box", "Paper tray", "Hole punch", "Label roll", "Clipboard", "Wall clock", "Cable reel", "Door stop",
		"Coat rack", "Desk fan", "Mouse pad", "Shredder", "Tape", "Calculator"}
	outlays       = []string{"Train", "Hotel", "Taxi", "Dinner", "Ferry", "Parking", "Stamps", "Fuel", "Tolls", "Breakfast", "Tram", "Copies", "Flowers", "Phone card"}
	goodsColumns  = []string{"Item", "Product", "Article", "Ware", "Goods", "Material"}
	groupColumns  = []string{"Category", "Region", "Team", "Project", "Stall", "Branch", "Client", "Supplier", "Account", "Driver"}
	groups        = []string{"Fuel", "Tools", "Harbour", "North", "Bridge", "Tunnel", "Survey", "Bakery", "Garden", "Lab", "Field", "Museum", "Canal", "Depot", "Orchard", "Studio"}
	numberColumns = []string{"Cost", "Price", "Weight", "Hours", "Budget", "Revenue", "Spent", "Distance", "Takings", "Rate", "Fee", "Deposit",
		"Turnover", "Rent", "Charge", "Bonus", "Length", "Wage"}
	peopleColumns = []string{"Name", "Person", "Member", "Colleague", "Volunteer", "Guest"}
	otherColumns  = []string{"Shelf", "Shift", "Size", "Colour", "Floor", "Grade"}
	tags          = []string{"A1", "B4", "C2", "D7", "morning", "noon", "evening", "large", "small", "blue", "green", "second", "third", "top"}
)

// Subjects of mails that bring something, and of those that are just there.
var (
	papers = []string{"Quarter", "Market", "June", "Branch", "Spring", "Final", "Corrected", "Regional", "Autumn", "Museum"}
	topics = []string{"costs", "figures", "mileage", "takings", "totals", "overview", "numbers", "report", "results", "statement", "summary", "balance"}
	asides = []string{"Lost scarf", "Old chairs to give away", "Bus times", "Summer party", "Tea is back", "Wet paint", "Sports day", "Snow on the roof", "Canteen closed", "Lost umbrella", "Cake in the kitchen", "Choir on Thursday", "Found a glove", "Window cleaners", "Blood drive",
		"New bike rack", "Thank you all", "Coffee money", "Photo day", "Quiet hours"}
)

// lines of papers: leases, notes of delivery, plans. They read the same after
// a scan.
var (
	titles = []string{"Use of the boat", "Rules of the archive", "Opening of the market", "Walk to the mill", "Repair of the roof",
		"List of the rooms", "Letter to the tenants", "Road to the depot", "Lease of the storage unit", "Minutes of the works council", "Plum cake", "Rules of the house", "Terms of delivery",
		"Plan for the garden", "Care of the plants", "Notes on the visit", "Order of the day", "Guide for guests", "Handover at noon", "Rota of the kitchen"}
	linesOfPaper = []string{"Unit on the ground floor", "Notice of six weeks", "The parking plan was approved", "Roses by the gate", "Beans along the fence",
		"Water every evening", "Bake for half an hour", "Bring your own cup", "Doors open at eight", "Ask the porter for the key",
		"Wash the plums and halve them", "Return the cart after use", "Sign at the front desk", "Keep the invoice", "Store in a dry place",
		"The lights go off at ten", "Call the office before noon", "Two boxes are missing", "Received by the night shift", "No parking on the square",
		"Leave the windows shut", "The gate is narrow", "Stack the chairs", "Empty the bins on Friday"}
)

// Lists of what is to be paid: their columns, the words for what is and is not
// paid, and what the mails about it are called.
var (
	clientColumns = []string{"Client", "Customer", "Tenant", "Member", "Debtor", "Patron", "Lessee"}
	idColumns     = []string{"Invoice", "Bill", "Receipt", "Booking", "Contract", "Ticket", "Policy"}
	moneyColumns  = []string{"Amount", "Sum", "Fee", "Rent", "Price", "Balance", "Charge"}
	stateColumns  = []string{"Status", "State", "Stage"}
	unsettled     = []string{"overdue", "open", "unpaid", "late", "due", "outstanding", "missing"}
	settled       = []string{"paid", "settled", "cancelled", "waived"}
	urgings       = []string{"Payment", "Account", "Friendly", "Final", "Short", "Kind", "Office", "Urgent", "Polite", "Personal"}
	urgedBy       = []string{"reminder", "notice", "request", "call", "note", "demand", "enquiry", "letter"}
	bills         = []string{"invoice", "bill", "payment", "fee", "account", "rent", "deposit", "charge", "balance", "instalment"}
)

// Courses and their results.
var (
	courses = []string{"First aid", "Fire safety", "Crane driving", "Data protection", "Welding", "Bookkeeping", "Food hygiene", "Rope access",
		"Forklift basics", "Night sailing", "Sign language", "Chain saw use", "Lift operation", "Archive care", "Radio traffic", "Tree cutting",
		"Stage lighting", "Boiler service", "Map reading", "Cash handling"}
	traineeColumns = []string{"Participant", "Student", "Trainee", "Learner", "Apprentice", "Attendee"}
	resultColumns  = []string{"Result", "Exam", "Outcome", "Status"}
	passed         = []string{"passed", "done", "complete", "good", "successful", "excellent"}
	failing        = []string{"failed", "absent", "pending", "ill"}
)

// New colleagues.
var (
	shelves = []string{"projects", "clients", "people", "staff", "archive", "cases", "courses", "sites", "partners", "trips",
		"stores", "tenders", "records", "papers", "teams", "branches", "letters", "dossiers", "guests", "campaigns"}
	welcomes = []string{"Welcome", "Good to have you", "First day", "Before you come", "Hello from the team", "Getting to know us", "Welcome aboard",
		"Joining us", "Your first week", "Where to go", "Almost there", "See you soon", "Arrival", "Your place here", "New with us",
		"Nice to meet you", "Warm welcome", "Day one", "Your team", "Next to us"}
	inductions = []string{"Induction", "Tour of the house", "Welcome coffee", "Safety training", "Meet the team", "Badge photo", "Introduction",
		"First briefing", "Desk setup", "Key handover", "Fire drill", "Lunch together", "Walk of the site", "Computer course", "Library tour",
		"Contract signing", "Uniform fitting", "Meet the mentor", "Morning round", "Locker handover"}
)

// Shifts and minutes.
var (
	shifts   = []string{"Early shift", "Late shift", "Front desk", "Night watch", "Phone duty", "Kitchen duty", "Gate", "Museum tour", "Stock count"}
	sittings = []string{"minutes", "protocol", "meeting notes", "decisions", "board notes", "council minutes", "resolutions", "session notes"}
)

// Mails of a kind: what people ask for, what is answered, what they send.
var (
	askings = []string{"Leave", "Parking", "Locker", "Overtime", "Travel", "Laptop", "Key", "Training", "Desk", "Visitor",
		"Uniform", "Lunch", "Bicycle", "Holiday", "Badge", "Furniture", "Phone", "Remote work", "Car pool", "Storage"}
	askedFor = []string{"request", "application", "question", "wish", "form", "registration"}
	answers  = []string{"granted for this month", "please ask again in May", "we have no more of them", "it is noted", "come to room 12 for it",
		"the form is still missing", "that is fine with us", "sorry, not before autumn", "you are on the list", "it will be ready on Friday",
		"please speak to the porter", "yes, with pleasure", "the board decides next week", "only with a signature", "there is a queue for that",
		"take it from the cupboard", "we will call you", "agreed, as last year", "not this quarter", "the answer is in the handbook"}
	consignments = []string{"invoice", "claim", "receipt", "voucher", "statement", "order", "offer", "timesheet", "contract", "quotation",
		"reminder", "certificate", "permit", "ticket", "report", "schedule", "estimate", "booking", "warranty", "application"}
)

// For work in which what is found decides what is done, and for price lists.
var (
	countColumns = []string{"Count", "Stock", "Quantity", "Number", "Pieces"}
	leastColumns = []string{"Minimum", "Reserve", "Threshold", "Target"}
	seenColumns  = []string{"Checked", "Seen", "Reviewed", "Counted", "Inspected"}
	seenWords    = []string{"done", "complete", "fine", "finished", "verified"}
	shortages    = []string{"Please reorder", "Running low", "Order needed", "Stock is short", "Time to buy", "Refill please", "Almost out",
		"Below the mark", "Buy more", "Shelf is empty", "Supplies short", "Next order", "To be ordered", "We need more", "Low stock",
		"Urgent order", "Not enough left", "Shortage", "Purchase please", "Order today"}
	rooms = []string{"Atrium", "Blue Room", "Garden Room", "Harbour Room", "Attic", "Green Room", "Library Room", "Studio North", "Round Room", "Cellar",
		"Studio South", "River Room", "Glass Room", "Mill Hall", "Long Gallery", "Chapel", "Tower Room", "Old Forge", "Oak Room", "Map Room"}
	claimed = []string{"Claim checked", "Your claim", "Please approve", "Needs your signature", "Travel claim", "Expenses of the week",
		"For your decision", "Sum of the trip", "Please look at this", "New claim", "Expense total", "Claim received", "Trip expenses",
		"Approval needed", "Costs so far", "Please confirm", "What it cost", "For approval", "Question of money", "Total spent"}
	ranges       = []string{"Category", "Range", "Group", "Brand", "Line", "Section"}
	priceColumns = []string{"Price", "Fee", "Rate", "Charge", "Rent", "Fare"}
	tariffs      = []string{"prices", "price list", "rates", "tariff", "fees", "charges"}
)
